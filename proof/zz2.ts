import { Binary } from '../constant-time/binary.js';
import { bytesOf } from '../ts/engine/module-text.js';
import { Machine } from './machine.js';
import { Terms } from './terms.js';
import { bytesToBits, bitsToBytes } from './value.js';
const k = process.argv[2] ?? 'portable';
const mod = await import(`../ts/suites/romulus/${k}.generated.ts`);
const bytes = bytesOf(mod.hex);
const binary = new Binary(bytes, () => {});
const exps = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as any;
const from = (exps.lanes_work_address ?? exps.state_address)();
const window = exps.window_address();
const t = new Terms();
const m = new Machine(t, binary, from);
const mem = new Uint8Array(exps.memory.buffer);
for (let i = from; i < mem.length; i++) mem[i] = i * 77 % 251;
m.memory.store(from, bytesToBits(mem.subarray(from)));
for (const [mode, al, tl] of [[0, 16, 16], [1, 20, 40], [2, 20, 40]]) {
  exps.aead_encrypt(mode, al, tl); m.run('aead_encrypt', [mode!, al!, tl!]);
  const mine = bitsToBytes(m.memory.load(window, 128));
  console.log(Buffer.from(mine).equals(Buffer.from(mem.slice(window, window + 128))));
}
