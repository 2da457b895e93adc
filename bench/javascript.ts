/**
 * Prints the speed of romulus-wasm/js as a fraction of the simd128 module's, for one message at a time:
 * `npx tsx bench/javascript.ts`, after `npm run build`.
 */
import { load } from 'romulus-wasm';
import { loadSync } from 'romulus-wasm/js';
import { moduleOf } from './builds.js';
import { cases } from './cases.js';
import { measure } from './measure.js';

const bytes = 4096;
const [inWebAssembly, inJavaScript] = [await load(moduleOf('simd128')), loadSync()].map(
  (functions) => cases(functions, [bytes]).sync,
);
for (const [i, { name, run }] of (inWebAssembly ?? []).entries()) {
  const other = inJavaScript?.[i];
  if (!other) throw new Error(`romulus-wasm/js has no ${name}`);
  const [one = 0, two = 0] = await measure([{ run }, other], { rounds: 7 });
  console.log(`${name}, ${bytes} bytes: ${(one / two).toFixed(2)}`);
}
