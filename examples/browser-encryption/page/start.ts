/** Whether the page can do anything where it is, said at once. */
import { LoadError } from 'romulus-wasm';
import { elementOf } from './elements.js';
import { explain } from './problem.js';
import { startWorkers } from './workers.js';

/** False if nothing that the person could do in the page would help; then it says what would. */
export function canStart(): boolean {
  elementOf('not-started', HTMLElement).hidden = true;
  if (!isSecureContext) {
    showProblem(
      'This page came over an unprotected connection (plain HTTP): somebody on the way could have changed it, and browsers ' +
        'keep back what it needs. Open it by an address that begins with https:// instead.',
    );
    return false;
  }
  if (typeof WebAssembly !== 'object') {
    showProblem(
      'This browser has WebAssembly switched off, which the encryption needs: by its settings, or by a lockdown mode. ' +
        'Allow it for this page, or use another browser or the program romulus.',
    );
    return false;
  }
  return true;
}

export async function showWhetherItStarts(): Promise<void> {
  try {
    await startWorkers();
    elementOf('load-problem', HTMLElement).hidden = true;
  } catch (error) {
    showProblem(
      error instanceof LoadError
        ? 'This browser could not load it, or is not allowed to run it. Load the page again; if that does not help, tell ' +
            `whoever runs this site: ${error.hint}.`
        : explain(error),
    );
  }
}

function showProblem(text: string): void {
  elementOf('load-problem-text', HTMLElement).textContent = text;
  elementOf('load-problem', HTMLElement).hidden = false;
}
