/** The tab that hashes a file with Romulus-H, and compares the digest with one that the person has. */
import { toHex } from 'romulus-wasm';
import { copyBy } from './copying.js';
import { elementOf } from './elements.js';
import { explain } from './problem.js';
import { counting, streamOf } from './reading.js';
import { announce, announceProgress, endProgress } from './status.js';
import { words } from './words.js';
import { startWorkers } from './workers.js';

/** Does it with the page at work, and with a signal that the person can abort. */
type RunCancellable = (work: (signal: AbortSignal) => Promise<void>) => Promise<void>;

export class HashPanel {
  readonly #expected = elementOf('expected', HTMLInputElement);
  readonly #digest = elementOf('digest', HTMLElement);
  readonly #verdict = elementOf('verdict', HTMLElement);

  constructor(runCancellable: RunCancellable) {
    const input = elementOf('hash-file', HTMLInputElement);
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      input.value = '';
      if (file) runCancellable((signal) => this.hash(file, signal));
    });
    this.#expected.addEventListener('input', () => this.#compare());
    copyBy(
      elementOf('copy-digest', HTMLButtonElement),
      () => this.#digest.textContent ?? '',
      () => announce(words.hashCopied),
    );
  }

  async hash(file: File, signal: AbortSignal): Promise<void> {
    this.#show('');
    try {
      const pool = await startWorkers();
      const verb = file.name;
      const count = counting((processed) => announceProgress(verb, processed, file.size));
      const digest = await pool.hashStream(streamOf(file).pipeThrough(count), { signal });
      announce(words.hashDone(file.name));
      this.#show(toHex(digest));
    } catch (error) {
      announce(signal.aborted ? words.cancelled : explain(error));
    } finally {
      endProgress();
    }
  }

  clear(): void {
    this.#show('');
    this.#expected.value = '';
  }

  #show(digest: string): void {
    this.#digest.textContent = digest;
    elementOf('hash-result', HTMLElement).hidden = digest === '';
    this.#compare();
  }

  #compare(): void {
    this.#verdict.textContent = '';
    delete this.#verdict.dataset.state;
    // As programs write it: the digest, and behind it the name.
    const [expected = ''] = this.#expected.value.trim().toLowerCase().split(/\s/);
    const digest = this.#digest.textContent ?? '';
    if (expected === '' || digest === '') return;
    if (!/^[\da-f]{64}$/.test(expected)) {
      this.#verdict.textContent = words.hashWrong;
      return;
    }
    const isSame = expected === digest;
    this.#verdict.textContent = isSame ? words.hashMatches : words.hashDiffers;
    this.#verdict.dataset.state = isSame ? 'done' : 'failed';
  }
}
