/** Names the browser, its engine and the machine, as far as the browser tells. */

const engines: readonly (readonly [pattern: RegExp, name: string, engine: string])[] = [
  [/Edg\/([\d.]+)/, 'Edge', 'V8'],
  [/(?:Headless)?Chrome\/([\d.]+)/, 'Chromium', 'V8'],
  [/Firefox\/([\d.]+)/, 'Firefox', 'SpiderMonkey'],
  [/Version\/([\d.]+).*Safari\//, 'Safari', 'JavaScriptCore'],
  [/AppleWebKit\/([\d.]+)/, 'WebKit', 'JavaScriptCore'],
];

/** Returns the facts by their names. Some browsers report fewer CPU threads than the processor has. */
export function browserFacts(): [name: string, value: string][] {
  const { userAgent, hardwareConcurrency } = navigator;
  const [pattern = /(.*)/, name = 'unknown', engine = 'unknown engine'] =
    engines.find(([pattern]) => pattern.test(userAgent)) ?? [];
  return [
    ['browser', `${name} ${pattern.exec(userAgent)?.[1]} (${engine})`],
    ['system', /\(([^;)]+(?:; [^;)]+)?)/.exec(userAgent)?.[1] ?? 'unknown system'],
    ['CPU threads', String(hardwareConcurrency)],
  ];
}
