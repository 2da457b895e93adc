import { readFileSync } from 'node:fs';
import { Binary } from '../constant-time/binary.js';
import { bytesOf } from '../ts/engine/module-text.js';
import { Machine } from './machine.js';
import { Romulus } from './romulus.js';
import { Skinny, placeOf } from './skinny.js';
import { Terms } from './terms.js';
import { bytesToBits, bitsToBytes } from './value.js';
const k = process.argv[2] ?? 'portable';
const hx = (s: string) => bytesToBits(Uint8Array.from(s.replace(/ /g, '').match(/../g) ?? [], (x) => parseInt(x, 16)));
const hex = (b: any) => Buffer.from(bitsToBytes(b)).toString('hex');
{
  const t = new Terms(); const s = new Skinny(t);
  console.log(hex(s.encrypt([hx('df889548cfc7ea52d296339301797449'), hx('ab588a34a47f1ab2dfe9c8293fbea9a5'), hx('ab1afac2611012cd8cef952618c3ebe8')], hx('a3994b66ad85a3459f44e92b08f550cb'))), 'ff38d1d24c864c4352a853690fe36e5e');
  const r = new Romulus(t, (a, b) => s.encrypt(a, b));
  const key = hx('000102030405060708090a0b0c0d0e0f'), nonce = hx('101112131415161718191a1b1c1d1e1f');
  const n = r.n('encrypt', { key, nonce, ad: hx('202122232425262728292a2b2c2d2e2f 30'), text: hx('404142434445464748494a4b4c4d4e4f 50515253') });
  console.log(hex(n.text), hex(n.tag), '13fddbe47c41bb2a1f29f6673e2c224a0d6f8ef3 30786d35499b8621c50e689fe6a41508');
  const m = r.m('encrypt', { key, nonce, ad: hx('2021222324'), text: hx('404142434445464748494a4b4c4d4e4f 5051') });
  console.log(hex(m.text), hex(m.tag), 'c18b81bcd9b322b75ddeaf6c06c226ae6aa3 588d600557fa0709790c9faab63ea69f');
  const tt = r.t('encrypt', { key, nonce, ad: hx('202122'), text: hx('404142434445464748494a4b4c4d4e4f 50') });
  console.log(hex(tt.text), hex(tt.tag), '6806a8fd8185d8d11bd4aafd95d98eedcf 4b96613507a4e176bdf0fee926257aa9');
  console.log(hex(r.h(hx('616263'))), '03bc22cbb08d879f773f0e2a9ba62f9a26369d8b1dea2d5a448e028b03eac47d');
}
const mod = await import(`../ts/suites/romulus/${k}.generated.ts`);
const bytes = bytesOf(mod.hex);
const binary = new Binary(bytes, () => {});
const exps = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as any;
const from = (exps.lanes_work_address ?? exps.state_address)();
const window = exps.window_address();
for (const [mode, name] of (['n', 'm', 't'] as const).entries()) if (mode >= Number(process.argv[5] ?? 0)) for (const [al, tl] of [[0, 0], [5, 3], [16, 16], [33, 40], [20,70]] as const) {
  const t = new Terms(); const s = new Skinny(t); const r = new Romulus(t, (a, b) => s.encrypt(a, b));
  const machine = new Machine(t, binary, from);
  const m = machine.memory;
  const at = (o: number, n: number) => m.load(window + o, n);
  const t0 = performance.now();
  const ad = at(0, al), key = at(al, 16), nonce = at(al + 16, 16), text = at(al + 32, tl);
  const spec = r[name]('encrypt', { key, nonce, ad, text });
  const t1 = performance.now();
  const seen = new Set<number>(); t.watch((p) => seen.add(p));
  try { machine.run('aead_encrypt', [mode, al, tl]); } catch (e) { console.log((e as any).message); continue; }
  t.watch(undefined);
  const t2 = performance.now();
  const out = at(al + 32, tl), tag = at(al + 32 + tl, 16);
  const bad = [...out].filter((b, i) => !t.equal(b, spec.text[i]!)).length + [...tag].filter((b, i) => !t.equal(b, spec.tag[i]!)).length;
  { const h: any = {}; for (const p of seen) { const q = placeOf(p); h[`${q.call}.${q.round}`] = (h[`${q.call}.${q.round}`] ?? 0) + 1; } if (process.argv[3]) console.log(JSON.stringify(h)); if (al === Number(process.argv[4])) { const c: any = {}; for (const p of seen) { const q = placeOf(p); if (q.round === 1) (c[q.cell] ??= []).push(q.bit); } console.log(JSON.stringify(c)); process.exit(); } }
  console.log(name, al, tl, 'calls', s.calls, 'spec', (t1 - t0) | 0, 'kernel', (t2 - t1) | 0, 'ms bad', bad, 'of', out.length + 128, 'seen', seen.size, s.calls * 41 * 128);
}
