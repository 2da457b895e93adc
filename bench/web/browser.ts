/** Names the browser, its engine and the machine, as far as the browser tells. */
interface UserAgentData {
  getHighEntropyValues(hints: readonly string[]): Promise<{
    readonly fullVersionList?: readonly { readonly brand: string; readonly version: string }[];
    readonly [hint: string]: unknown;
  }>;
}

const engines: readonly (readonly [pattern: RegExp, name: string, engine: string])[] = [
  [/Edg\/([\d.]+)/, 'Edge', 'V8'],
  [/(?:Headless)?Chrome\/([\d.]+)/, 'Chrome', 'V8'],
  [/Firefox\/([\d.]+)/, 'Firefox', 'SpiderMonkey'],
  [/Version\/([\d.]+).*Safari\//, 'Safari', 'JavaScriptCore'],
  [/AppleWebKit\/([\d.]+)/, 'WebKit', 'JavaScriptCore'],
];

/** Threads are those that the processor runs at the same time, as the browser tells; some tell fewer. */
export async function browserFacts(): Promise<[name: string, value: string][]> {
  const { userAgent, hardwareConcurrency } = navigator;
  const [pattern = /(.*)/, name = 'unknown', engine = 'unknown engine'] =
    engines.find(([pattern]) => pattern.test(userAgent)) ?? [];
  let browser = `${name} ${pattern.exec(userAgent)?.[1] ?? ''}`;
  let system = /\(([^;)]+(?:; [^;)]+)?)/.exec(userAgent)?.[1] ?? 'unknown system';
  const { userAgentData } = navigator as { userAgentData?: UserAgentData };
  if (userAgentData) {
    const hints = ['fullVersionList', 'platform', 'platformVersion', 'architecture', 'bitness'];
    const told = await userAgentData.getHighEntropyValues(hints);
    // One of the brands is made up, so that nobody relies on the list; Chromium stands beside the brand built on it.
    const brands = told.fullVersionList?.filter(({ brand }) => !/not.*brand/i.test(brand)) ?? [];
    const brand = brands.find(({ brand }) => brand !== 'Chromium') ?? brands[0];
    if (brand) browser = `${brand.brand} ${brand.version}`;
    const parts = [told.platform, told.platformVersion, told.architecture && `${told.architecture}-${told.bitness}`];
    if (told.platform) system = parts.filter(Boolean).join(' ');
  }
  return [
    ['browser', `${browser} (${engine})`],
    ['system', system],
    ['CPU threads', String(hardwareConcurrency)],
  ];
}
