/** The choices of a visitor: the extent and the duration of the measurements. */

/** The number of messages in one call that takes many. It fills all lanes, and the call does not take long. */
export const messagesOf = (size: number) => Math.min(256, Math.max(32, (1 << 18) / size));

/** In each round, each figure of each subject takes `time` milliseconds. The sizes are bytes, in rising order. */
const settings = {
  quick: { name: 'quick', sizes: [16, 256, 4096, 65_536], decryption: false, rounds: 3, time: 15 },
  full: { name: 'full', sizes: [16, 64, 256, 1024, 4096, 16_384, 65_536], decryption: true, rounds: 5, time: 40 },
};

export type Setting = Readonly<typeof settings.quick>;

/** Returns the setting of that name. `?sizes=16,64&rounds=1&time=2` in the page's address changes parts of it. */
export function settingFrom(name: string, search: URLSearchParams): Setting {
  const setting = (settings as Record<string, Setting>)[name];
  if (!setting) throw new RangeError(`no such setting: ${name}`);
  const whole = (text: string, most: number) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= 1 && value <= most) return value;
    throw new RangeError(`not from 1 to ${most}: ${text}`);
  };
  const [sizes, rounds, time] = ['sizes', 'rounds', 'time'].map((part) => search.get(part));
  return {
    ...setting,
    ...(sizes && { sizes: [...new Set(sizes.split(',').map((size) => whole(size, 1 << 20)))].sort((a, b) => a - b) }),
    ...(rounds && { rounds: whole(rounds, 100) }),
    ...(time && { time: whole(time, 10_000) }),
  };
}

/**
 * The shortest sample in milliseconds, for a clock with this step. The step then adds some 2 % at most. The clocks of
 * browsers that resist fingerprinting are so coarse that a run would never end, so there the step may add 10 %.
 */
export const shortestSample = (step: number) => Math.max(0.2, Math.min(50 * step, Math.max(50, 10 * step)));
