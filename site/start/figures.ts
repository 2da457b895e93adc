/** The worker of the start page: measures the functions of Romulus on messages of 4 KiB. */
import { type AeadSync, generateKey, generateNonce, load } from 'romulus-wasm';
import { measure } from '../../bench/measure.js';
import { megabytesASecond } from '../../bench/throughput.js';
import { clockStep, shortestSample } from '../../bench/web/clock.js';

export type FigureReport =
  | { readonly type: 'row'; readonly name: string; readonly cells: readonly string[] }
  | { readonly type: 'end'; readonly problem?: string };

const length = 4096;
const count = 64;
const post = (report: FigureReport) => postMessage(report);

const speedOf = (bytes: number, nanoseconds: number) => `${megabytesASecond(bytes, nanoseconds)} MB/s`;

async function measureAll(): Promise<void> {
  const { romulusN, romulusM, romulusT, romulusH, hashMany } = await load();
  const message = crypto.getRandomValues(new Uint8Array(length));
  const options = { rounds: 3, time: 60, iterations: 3, shortest: shortestSample(clockStep()) };
  const report = async (name: string, one: () => unknown, many: () => unknown) => {
    const [single = Number.NaN, batch = Number.NaN] = await measure([{ run: one }, { run: many }], options);
    post({ type: 'row', name, cells: [speedOf(length, single), speedOf(count * length, batch)] });
  };
  const modes: AeadSync[] = [romulusN, romulusM, romulusT];
  for (const mode of modes) {
    const requests = Array.from({ length: count }, () => ({
      key: generateKey(),
      nonce: generateNonce(),
      plaintext: message,
    }));
    const [first = { key: generateKey(), nonce: generateNonce(), plaintext: message }] = requests;
    await report(
      mode.name,
      () => mode.encrypt(first),
      () => mode.encryptMany(requests),
    );
  }
  const messages = new Array<Uint8Array>(count).fill(message);
  await report(
    'Romulus-H',
    () => romulusH(message),
    () => hashMany(messages),
  );
}

measureAll().then(
  () => post({ type: 'end' }),
  (error: unknown) => post({ type: 'end', problem: `It could not be measured: ${String(error)}` }),
);
