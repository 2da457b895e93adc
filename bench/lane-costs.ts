/**
 * Prints values for `laneCosts` in ts/suites/table.ts: the time for messages side by side, as a multiple of the time
 * for one alone.
 */
import type { Message } from '../ts/engine/message.js';
import { type ListOperation, ListWork } from '../ts/messages/list.js';
import { modeOfAead } from '../ts/messages/mode.js';
import { aeadOperation } from '../ts/messages/single.js';
import { runToEnd } from '../ts/messages/slicing.js';
import { hashOperation } from '../ts/suites/romulus/hash.js';
import { entries, type Suite, suites } from '../ts/suites/table.js';

const messageLength = 1024;
const tries = 100;

const messageOf = ({ keyLength, nonceLength }: ListOperation, textLength: number): Message => {
  const [key, nonce, ad, text] = [keyLength, nonceLength, 0, textLength].map((length) => new Uint8Array(length));
  return { key: key!, nonce: nonce!, ad: ad!, adLength: 0, text: text!, textLength, tag: undefined, output: undefined };
};

async function costsOf(operation: ListOperation): Promise<string> {
  const engine = await operation.loader.load();
  /**
   * Returns the time for a list of messages. The engine always chooses these lanes, because their stated cost is almost
   * nothing.
   */
  const timeOf = (width: number, count: number) => {
    const chosen = { ...operation, laneCosts: width > 1 ? ([[width, 0.01]] as const) : [] };
    const messages = Array.from({ length: count }, () => messageOf(operation, messageLength));
    const start = performance.now();
    runToEnd(engine, new ListWork(chosen, messages));
    return performance.now() - start;
  };
  const costs = operation.laneCosts.map(([width]) => {
    const count = 8 * width;
    // Takes the least of several alternating runs, because other programs disturb the least run least.
    const times = Array.from({ length: tries }, () => [timeOf(width, count), timeOf(1, count)] as const);
    const [together, alone] = [0, 1].map((i) => Math.min(...times.map((pair) => pair[i]!))) as [number, number];
    return `[${width}, ${((width * together) / alone).toFixed(1)}]`;
  });
  return `${operation.name.padEnd(18)}${costs.join(', ')}`;
}

const words = process.argv.slice(2);
for (const [key, { entry, hash }] of Object.entries<Suite>(suites)) {
  if (words.length > 0 && !words.includes(key)) continue;
  const exported = await import(`../ts/${entries()[entry]}`);
  const modes = Object.values(exported).flatMap((value) => modeOfAead(value) ?? []);
  const operations = [...modes.map((mode) => aeadOperation(mode, 'encrypt')), ...(hash ? [hashOperation] : [])];
  for (const operation of operations) if (operation.laneCosts.length > 0) console.log(await costsOf(operation));
}
