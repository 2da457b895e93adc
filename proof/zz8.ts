import { single, hash, lanes } from './goals.js';
import { moduleOf } from './modules.js';
import { Subject, describePlace } from './prove.js';
for (const build of ['portable', 'simd128'] as const) {
  const s = new Subject(moduleOf(build));
  const run = (g: any) => { const t = performance.now(); const o = s.prove(g); console.log(build, g.title, o.calls, o.bits, o.stateBits, o.problem ?? 'ok', o.place ? describePlace(o.place) : '', (performance.now() - t) | 0); };
  for (const m of ['n', 't'] as const) for (const d of ['decrypt'] as const) { run(single(m, d, { ad: 20, text: 20 })); if (m === 't' && d === 'decrypt') run(single(m, d, { ad: 20, text: 20 }, 'wrong')); }
  if (build !== 'portable') run(lanes(8, 't', 'decrypt', { ad: 16, text: 20 }));
}
