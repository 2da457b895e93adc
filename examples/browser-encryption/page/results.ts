/** Results on their way to the person: downloads, one download of all, new files in a folder, and other programs. */
import { makeZip } from 'client-zip';
import { counting, streamOf } from './conversion.js';
import * as facts from './facts.js';
import { distinctNames, nameOf } from './names.js';
import { explain } from './problem.js';
import type { Result, Row, Say } from './state.js';
import * as states from './state.js';
import { checkResult, hand, pickFolder, store, writeNewFile } from './storage.js';
import { change, focusOn, say, state } from './store.js';
import { atWork, type Meter, type Task } from './work.js';

/** Hands a result to the browser, if it is still there. */
export async function download(row: Row, result: Result): Promise<void> {
  try {
    await checkResult(result);
    hand(result.path, result.contents);
    change(states.place([result], 'browser'));
    say((words) => `${words.handed}.`);
  } catch (error) {
    failToSave(row, result, explain(error));
    say(explain(error));
  }
}

/** Does work on all results, as a task that can be cancelled. */
function withResults(
  verb: Say,
  work: (signal: AbortSignal, meter: Meter, results: readonly Result[]) => Promise<void>,
) {
  const results = facts.resultsOf(state.value);
  const total = results.reduce((sum, { contents }) => sum + contents.size, 0);
  const task = { verb, total, files: results.length, whenCancelled: (words) => words.resultsRemain } satisfies Task;
  return atWork(task, (signal, meter) => work(signal, meter, results));
}

const zipName = 'romulus-files.zip';

export async function downloadAll(): Promise<void> {
  await withResults(
    (words) => words.packing,
    async (signal, meter, of) => {
      for (const result of of) await checkResult(result);
      const names = await distinctNames(of.map(({ path }) => path));
      const entries = function* () {
        for (const [i, { contents }] of of.entries())
          yield { name: names[i], input: streamOf(contents), size: contents.size };
      };
      const pack = () => {
        const count = counting((processed) => meter.tell(0, { processed }));
        return store(zipName, makeZip(entries()).pipeThrough(count), signal);
      };
      // A second press hands out the same again.
      const zip = state.value.zip ?? { result: await pack(), of };
      hand(zipName, zip.result.contents);
      change(states.place(of, 'browser'), (before) => ({ ...before, zip }));
      say((words) => words.allHanded(of.length, zipName));
    },
  );
  focusOn('download-all');
}

export async function saveAll(): Promise<void> {
  await withResults(
    (words) => words.saving,
    async (signal, meter, results) => {
      const folder = await pickFolder();
      if (!folder) return say((words) => words.noFolder);
      let saved = 0;
      for (const [i, result] of results.entries()) {
        const row = facts.rowOf(state.value, result);
        try {
          await checkResult(result);
          const count = counting((processed) => meter.tell(-i, { processed }));
          const path = await writeNewFile(folder, result.path, streamOf(result.contents).pipeThrough(count), signal);
          change(states.setPhase(row.id, { is: 'saved', path }));
          saved++;
        } catch (error) {
          signal.throwIfAborted();
          failToSave(row, result, explain(error));
        }
        meter.noteDone(1);
      }
      const left = results.length - saved;
      say((words) => {
        const what = saved === 0 ? words.noneSaved : words.savedIn(saved, folder.name);
        return left > 0 ? `${what} ${words.stillThere(left)}` : what;
      });
    },
  );
  focusOn('save-to-folder', 'start-over');
}

/** The result stays where it is. */
const failToSave = ({ id }: Row, result: Result, problem: Say): void =>
  change(states.setPhase(id, { is: 'done', result, place: 'page', problem }));

export const sharedFiles = (results: readonly Result[]): File[] =>
  results.map(({ path, contents }) => new File([contents], nameOf(path), { type: contents.type }));

/** At once, as browsers share only what a press asks for. */
export async function share(): Promise<void> {
  const results = facts.resultsOf(state.value);
  try {
    await navigator.share({ files: sharedFiles(results) });
    change(states.place(results, 'kept'));
    say((words) => words.shared(results.length));
  } catch {
    say((words) => words.notShared);
  }
}
