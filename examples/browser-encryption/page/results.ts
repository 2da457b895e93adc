/** Hands results to the person, one at a time or all in one download. */
import { makeZip } from 'client-zip';
import { counting, streamOf } from './conversion.js';
import { resultsOf } from './facts.js';
import { distinctNames } from './names.js';
import { explain } from './problem.js';
import { handed, type Result, type Row, setPhase } from './state.js';
import { checkResult, handResult, store } from './storage.js';
import { change, focusOn, say, state } from './store.js';
import { atWork } from './work.js';

/** Hands a result to the browser, if it is still there. */
export async function download({ id }: Row, result: Result): Promise<void> {
  try {
    await checkResult(result);
    handResult(result);
    change(handed([result]));
    say((words) => `${words.handed}.`);
  } catch (error) {
    const problem = explain(error);
    change(setPhase(id, { is: 'done', result, problem }));
    say(problem);
  }
}

const zipName = 'romulus-files.zip';

export async function downloadAll(): Promise<void> {
  const of = resultsOf(state.value);
  const total = of.reduce((sum, { contents }) => sum + contents.size, 0);
  const task = { verb: 'packing', whenCancelled: 'resultsRemain', total, files: of.length } as const;
  await atWork(task, async (signal, meter) => {
    for (const result of of) await checkResult(result);
    const names = distinctNames(of.map(({ path }) => path));
    const entries = function* () {
      for (const [i, { contents }] of of.entries())
        yield { name: names[i], input: streamOf(contents), size: contents.size };
    };
    const pack = () => {
      const count = counting((processed) => meter.tell(0, { processed }));
      return store(zipName, makeZip(entries()).pipeThrough(count), signal);
    };
    // A second press hands out the same archive again.
    const zip = state.value.zip ?? { result: await pack(), of };
    handResult(zip.result);
    change(handed(of), (before) => ({ ...before, zip }));
    say((words) => words.allHanded(of.length, zipName));
  });
  focusOn('download-all');
}
