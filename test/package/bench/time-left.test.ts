/** The performance page's estimate of the rest of its run. The test's workers and clock lose no time. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Order, Report, Survey, SurveyRow } from '../../../bench/web/protocol.js';
import { type Progress, run } from '../../../bench/web/run.js';
import { settingFrom } from '../../../bench/web/setting.js';

const builds = ['portable', 'simd128', 'relaxed'] as const;
const workloads = ['one', 'many'] as const;
const rows = [
  ...builds.flatMap((by) => ['N', 'M', 'T'].map((mode) => ({ subject: by, name: `Romulus-${mode} encrypt`, by }))),
  ...Array.from({ length: 9 }, (_, i) => ({ subject: 'peers', name: 'AES-128-GCM', by: `package ${i}` }) as const),
].flatMap((row): SurveyRow[] => workloads.map((workload) => ({ ...row, workload })));
const survey: Survey = { rows, clockStep: 0.005, isSlow: false };

/** The speeds in MB/s. The build without vectors is slow, and other packages are of all kinds. */
const speeds = { portable: 15, simd128: 60, relaxed: 90 };
const speedOf = (subject: SurveyRow['subject'], index: number) =>
  subject === 'peers' ? [1000, 30, 300][(index >> 1) % 3]! : speeds[subject] * (index % 2 === 0 ? 1 : 2);

/** A run in which the rounds of every `repeated`th row disagree. */
async function runThrough(name: string, repeated: number) {
  let now = 0;
  let round = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('WORKER', 'worker.js');
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
  const setting = settingFrom(name, new URLSearchParams());

  class PretendWorker extends EventTarget {
    terminate() {}
    async postMessage(order: Order) {
      // Several workers run at the same time.
      let own = now;
      const report = async (seconds: number, data: Report) => {
        own += 1000 * seconds;
        await Promise.resolve();
        now = Math.max(now, own);
        this.dispatchEvent(Object.assign(new Event('message'), { data }));
      };
      if (order.type === 'survey') return report(1.5, { type: 'survey', survey });
      const { subject, first, sizes, indexes } = order.turn;
      own += 250;
      if (subject === 'portable') round++;
      for (const index of indexes) {
        const { workload } = rows[index]!;
        const times = sizes.map((size) => (1000 * size) / speedOf(subject, index - first));
        const seconds = sizes.map((size, i) => {
          const call = (workload === 'many' ? Math.max(32, 2 ** 18 / size) : 1) * times[i]! * 1e-6;
          return (Math.max(setting.time, 4 * call) + Math.max(setting.time + 5, 4 * call)) / 1000;
        });
        const isUnsteady = (index - first) % repeated === repeated - 1;
        const nanoseconds = times.map((time) => (isUnsteady ? time * 1.3 ** round : time));
        const taken = seconds.reduce((a, b) => a + b, 0);
        await report(taken, { type: 'figures', figures: { index, nanoseconds } });
      }
      return report(0, { type: 'done' });
    }
  }
  vi.stubGlobal('Worker', PretendWorker);
  const said: (Progress & { at: number })[] = [];
  const onProgress = (progress: Progress) => said.push({ ...progress, at: now / 1000 });
  await run(setting, { onSurvey() {}, onResults() {}, onProgress }, new AbortController().signal);
  return { said, end: now / 1000 };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe.each(['quick', 'full'])('the time that is left of a %s run', (name) => {
  it.each([
    { what: 'nothing is', repeated: Number.POSITIVE_INFINITY },
    { what: 'an eighth of the rows is', repeated: 8 },
    { what: 'half of the rows are', repeated: 2 },
  ])('is right, and its progress never falls, where $what measured again', async ({ repeated }) => {
    const { said, end } = await runThrough(name, repeated);
    /** Expects estimates within this share of the truth, and two seconds. */
    const expectRight = (some: typeof said, off: number) => {
      expect(some.length).toBeGreaterThan(30);
      const wrong = some.filter(({ at, left = 0 }) => Math.abs(left - (end - at)) > off * (end - at) + 2);
      expect(wrong.map((each) => ({ ...each, truth: end - each.at }))).toEqual([]);
    };
    const [first, third] = [1, 3].map((round) => said.findIndex(({ doing }) => doing.startsWith(`round ${round}`)));
    // Before two rounds are over, nobody can know the number of rows that disagree.
    expectRight(said.slice(first, third), 0.3);
    expectRight(said.slice(third), 0.1);
    const shares = said.map(({ share }) => share);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(said.some(({ doing }) => /^once more/.test(doing))).toBe(repeated < Number.POSITIVE_INFINITY);
  });
});
