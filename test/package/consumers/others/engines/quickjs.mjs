/** Runs a bundle in QuickJS, and prints what it tells. */
import { readFileSync } from 'node:fs';
import { getQuickJS } from 'quickjs-emscripten';

const context = (await getQuickJS()).newContext();
const tell = context.newFunction('tell', (text) => console.log(context.getString(text)));
context.setProp(context.global, 'tell', tell);
context.unwrapResult(context.evalCode(readFileSync('bundle.quickjs.js', 'utf8')));
context.unwrapResult(context.runtime.executePendingJobs());
