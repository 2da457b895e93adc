/** A page's program: works the official vectors on the build that its address names, and tells which module was taken. */
import * as romulus from '../../../../ts/index.js';
import { type Build, hideBeyond } from '../../../fixtures/emulate-build.js';
import { checkOfficial } from '../../official.js';
import { answer } from './answer.js';

const build = new URLSearchParams(location.search).get('build');
if (build) hideBeyond(build as Build);

let module: Uint8Array<ArrayBuffer> | undefined;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = ((source: Uint8Array<ArrayBuffer>) => {
  module = source;
  return instantiate(source);
}) as typeof instantiate;

async function work() {
  const count = await checkOfficial(romulus, async (file) => (await fetch(`/kats/${file}`)).text());
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', module!));
  return { count, sha256: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') };
}

answer(work());
