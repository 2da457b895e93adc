/** Hands results to the person, one at a time or all in one download. */
import { counting } from './conversion.js';
import { resultsOf } from './facts.js';
import { explain } from './problem.js';
import { handed, type Result, type Row, setPhase, sizeOf } from './state.js';
import { checkResult, handResult, store } from './storage.js';
import { change, focusOn, say, state } from './store.js';
import { message } from './words.js';
import { atWork, zipOf } from './work.js';

export async function handOut({ id }: Row, result: Result): Promise<void> {
  try {
    await checkResult(result);
    handResult(result);
    change(handed([result]));
    say(message('handedNow'));
  } catch (error) {
    const problem = explain(error);
    change(setPhase(id, { is: 'done', result, problem }));
    say(problem);
  }
}

const zipName = 'romulus-files.zip';

export async function downloadAll(): Promise<void> {
  const of = resultsOf(state.value);
  const total = sizeOf(of.map(({ contents }) => contents));
  await atWork({ verb: 'packing', total, files: of.length }, async (signal, meter) => {
    for (const result of of) await checkResult(result);
    const pack = () => {
      const count = counting((processed) => meter.tell(0, { processed }));
      return store(zipName, zipOf(of).pipeThrough(count), signal, total);
    };
    // A second press hands out the same archive again.
    const zip = state.value.zip ?? { result: await pack(), of: new Set(of) };
    handResult(zip.result);
    change(handed(of), (before) => ({ ...before, zip }));
    say(message('allHanded', { count: of.length, name: zipName }));
  });
  focusOn('download-all');
}
