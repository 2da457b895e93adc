/** The start page: shows what the package makes of what is typed, and measures it where it is asked to. */
import { generateKey, generateNonce, load, type RomulusSync, toHex } from 'romulus-wasm';
import type { FigureReport } from './figures.js';

/** The address of the worker that measures; the build writes it here. */
declare const FIGURES: string;

const element = (id: string) => document.getElementById(id) as HTMLElement;
const message = element('message') as HTMLTextAreaElement;
const button = element('measure') as HTMLButtonElement;
const status = element('measuring');

const key = generateKey();

function show(romulus: RomulusSync): void {
  const plaintext = new TextEncoder().encode(message.value);
  element('digest').textContent = toHex(romulus.romulusH(plaintext));
  // A nonce never repeats under a key, not even in a demonstration.
  const ciphertext = romulus.romulusN.encrypt({ key, nonce: generateNonce(), plaintext });
  element('ciphertext').textContent = toHex(ciphertext);
}

async function startLive(): Promise<void> {
  try {
    const romulus = await load();
    message.addEventListener('input', () => show(romulus));
    show(romulus);
  } catch (error) {
    element('live-note').textContent = `This browser cannot run it: ${(error as Error).message}`;
  }
}

function measure(): void {
  button.disabled = true;
  status.textContent = 'Measuring …';
  element('figures').hidden = true;
  element('figure-rows').replaceChildren();
  const worker = new Worker(new URL(FIGURES, import.meta.url), { type: 'module' });
  const end = (text: string) => {
    worker.terminate();
    button.disabled = false;
    status.textContent = text;
  };
  worker.addEventListener('error', () => end('This browser could not start the measurement.'));
  worker.addEventListener('message', ({ data }: MessageEvent<FigureReport>) => {
    if (data.type === 'end') return end(data.problem ?? 'Done.');
    element('figures').hidden = false;
    element('figure-rows').append(row(data.name, data.cells));
  });
}

function row(name: string, cells: readonly string[]): HTMLTableRowElement {
  const tr = document.createElement('tr');
  const head = document.createElement('th');
  head.scope = 'row';
  head.textContent = name;
  tr.append(head, ...cells.map((text) => Object.assign(document.createElement('td'), { textContent: text })));
  return tr;
}

button.addEventListener('click', measure);
startLive();
