/**
 * Compiles and runs the programs that compare with vectors and models what is a family by template, member by member, and
 * what a primitive's kernels compute.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compile, eachInTurn, inFolder, kernels, main, need, optimisation, root, run } from './compile.js';

const programs = readdirSync(join(root, 'native')).flatMap(
  (file) => /^(.+_(?:members|kernels))\.cpp$/.exec(file)?.[1] ?? [],
);

/** 1 if it fails. */
async function check(name: string, place: string): Promise<number> {
  const flags = [...optimisation, '-fsanitize=undefined', '-fno-sanitize-recover=all', ...kernels.simd128];
  const program = await compile(join(place, name), [`verify/native/${name}.cpp`], flags);
  const { status, stdout, stderr } = await run(program, [], { mayFail: true });
  console.log(`${name}: ${status === 0 ? 'all agree' : `status ${status}\n${stdout}${stderr}`}`);
  return status === 0 ? 0 : 1;
}

await main(async () => {
  need('clang', 'libclang-rt-14-dev', 'libsimde-dev');
  return inFolder(async (place) => {
    const failures = await eachInTurn(programs, (name) => check(name, place));
    return failures.reduce((sum, failed) => sum + failed, 0);
  });
});
