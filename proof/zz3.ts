import { Skinny } from './skinny.js';
import { Terms } from './terms.js';
const t = new Terms();
const a = t.byte('a');
const s = new Skinny(t).substituted(a);
for (const l of s) console.log(t.describe(l), t.canonical(l));
// portable formula
const x = a.map((l) => l ^ 1);
const n = (i: number, j: number) => t.and(x[i]!, x[j]!);
console.log('---');
const g = (l:number)=>console.log(t.describe(l), t.canonical(l));
const y4 = t.xor(a[4]!, t.conjunction([x[7]!, x[6]!])); g(y4);
const y0 = t.xor(a[0]!, t.and(x[3]!, x[2]!)); g(y0);
const z = t.xor(x[5]!, t.and(y4 ^ 1, y0 ^ 1)); g(z);
