import { Binary } from '../constant-time/binary.js';
import { bytesOf } from '../ts/engine/module-text.js';
import { Machine } from './machine.js';
import { Romulus } from './romulus.js';
import { Skinny, placeOf } from './skinny.js';
import { Terms } from './terms.js';
const k = process.argv[2] ?? 'portable';
const mod = await import(`../ts/suites/romulus/${k}.generated.ts`);
const bytes = bytesOf(mod.hex);
const binary = new Binary(bytes, () => {});
const exps = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as any;
const from = (exps.lanes_work_address ?? exps.state_address)();
const window = exps.window_address();
for (const len of [0, 1, 15, 16, 31, 32, 40, 64]) {
  const t = new Terms(); const s = new Skinny(t); const r = new Romulus(t, (a, b) => s.encrypt(a, b));
  const machine = new Machine(t, binary, from);
  const m = machine.memory;
  const at = (o: number, n: number) => m.load(window + o, n);
  const t0 = performance.now();
  const spec = r.h(at(0, len));
  const t1 = performance.now();
  const seen = new Set<number>(); t.watch((p) => seen.add(p));
  try { machine.run('hash', [len]); } catch (e) { console.log((e as any).message); }
  t.watch(undefined);
  const t2 = performance.now();
  const out = at(0, 32);
  const bad = [...out].filter((b, i) => !t.equal(b, spec[i]!)).length;
  const h: any = {}; for (const p of seen) { const q = placeOf(p); h[`${q.call}.${q.round}`] = (h[`${q.call}.${q.round}`] ?? 0) + 1; } 
  console.log('h', len, 'calls', s.calls, 'spec', (t1 - t0) | 0, 'kernel', (t2 - t1) | 0, 'ms bad', bad, 'of', out.length, 'seen', seen.size, s.calls * 41 * 128);
  if (bad) console.log(Object.entries(h).filter(([, v]) => v !== 128).join(' '));
}
