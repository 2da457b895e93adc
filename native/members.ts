/** Compiles and runs the programs that compare what is a family by template, member by member, with vectors and models. */
import { join } from 'node:path';
import { compile, eachInTurn, inFolder, kernels, main, need, optimisation, run } from './compile.js';

const programs = ['skinny_members', 'romulus_members'];

/** 1 if it fails. */
async function check(name: string, place: string): Promise<number> {
  const flags = [...optimisation, '-fsanitize=undefined', '-fno-sanitize-recover=all', ...kernels.simd128];
  const program = await compile(join(place, name), [`native/${name}.cpp`], flags);
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
