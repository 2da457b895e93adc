/** Whether the page can do anything where it is, said at once. */
import { LoadError } from 'romulus-wasm';
import { elementOf } from './elements.js';
import { explain } from './problem.js';
import { words } from './words.js';
import { startWorkers } from './workers.js';

/** False if nothing that the person could do in the page would help; then it says what would. */
export function canStart(): boolean {
  elementOf('not-started', HTMLElement).hidden = true;
  if (!isSecureContext) return refuse(words.plainHttp);
  if (typeof WebAssembly !== 'object') return refuse(words.noWebAssembly);
  return true;
}

export async function showWhetherItStarts(): Promise<void> {
  try {
    await startWorkers();
    elementOf('load-problem', HTMLElement).hidden = true;
  } catch (error) {
    showProblem(error instanceof LoadError ? words.notLoaded(error.hint) : explain(error));
  }
}

function refuse(text: string): false {
  elementOf('form', HTMLElement).hidden = true;
  showProblem(text);
  return false;
}

function showProblem(text: string): void {
  elementOf('load-problem-text', HTMLElement).textContent = text;
  elementOf('load-problem', HTMLElement).hidden = false;
}
