/** Names the browser, its engine and the machine, as far as the browser tells. */

interface UserAgentData {
  getHighEntropyValues(hints: string[]): Promise<{
    fullVersionList?: { brand: string; version: string }[];
    platform?: string;
    platformVersion?: string;
    architecture?: string;
    bitness?: string;
  }>;
}

export interface BrowserFacts {
  /** The browser with its version, and its engine. */
  browser: string;
  /** System and processor family. */
  system: string;
  /** Threads that the processor runs at the same time, as the browser tells; some tell fewer. */
  threads: number;
}

const engines: [pattern: RegExp, name: string, engine: string][] = [
  [/Edg\/([\d.]+)/, 'Edge', 'V8'],
  [/(?:Headless)?Chrome\/([\d.]+)/, 'Chrome', 'V8'],
  [/Firefox\/([\d.]+)/, 'Firefox', 'SpiderMonkey'],
  [/Version\/([\d.]+).*Safari\//, 'Safari', 'JavaScriptCore'],
  [/AppleWebKit\/([\d.]+)/, 'WebKit', 'JavaScriptCore'],
];

/** From a user agent string alone: the browser and its engine. */
function nameOf(userAgent: string): { name: string; engine: string } {
  for (const [pattern, name, engine] of engines) {
    const version = pattern.exec(userAgent)?.[1];
    if (version) return { name: `${name} ${version}`, engine };
  }
  return { name: userAgent, engine: 'unknown engine' };
}

export async function browserFacts(): Promise<BrowserFacts> {
  const { userAgent, hardwareConcurrency } = navigator;
  const { name, engine } = nameOf(userAgent);
  const system = /\(([^;)]+(?:; [^;)]+)?)/.exec(userAgent)?.[1] ?? 'unknown system';
  const plain = { browser: `${name} (${engine})`, system, threads: hardwareConcurrency };
  const { userAgentData } = navigator as { userAgentData?: UserAgentData };
  if (!userAgentData) return plain;
  const hints = ['fullVersionList', 'platformVersion', 'architecture', 'bitness'];
  const told = await userAgentData.getHighEntropyValues(hints);
  // One of the brands is made up, so that nobody relies on the list; Chromium stands beside the brand built on it.
  const brands = told.fullVersionList?.filter(({ brand }) => !/not.*brand/i.test(brand)) ?? [];
  const brand = brands.find(({ brand }) => brand !== 'Chromium') ?? brands[0];
  return {
    ...plain,
    ...(brand && { browser: `${brand.brand} ${brand.version} (${engine})` }),
    ...(told.platform && {
      system: [told.platform, told.platformVersion, told.architecture && `${told.architecture}-${told.bitness}`]
        .filter(Boolean)
        .join(' '),
    }),
  };
}
