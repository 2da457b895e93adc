/** Analyses the sources of the modules on both kernels by the rules of config/clang-tidy.yml. */
import { type SuiteKey, suites } from '../../ts/suites/table.js';
import { failuresOf, kernels, main, run, sourceOf } from './compile.js';

const program = 'clang-tidy-14';
/** The units that take longest come first, so that no processor waits for one of them at the end. */
const units = (['simd128', 'portable'] as const).flatMap((kernel) =>
  (Object.keys(suites) as SuiteKey[]).map((suite) => ({ source: sourceOf(suite), flags: kernels[kernel] })),
);

await main(async () => {
  if ((await run(program, ['--version'], { mayFail: true })).status === 'ENOENT') {
    console.error(`${program} is missing, so this checks nothing. On Debian 12: apt-get install clang-tidy`);
    return process.env.CI ? 1 : 0;
  }
  const failed = await failuresOf(
    units.map(({ source, flags }) => async () => {
      const args = ['--quiet', '--config-file=config/clang-tidy.yml', source, '--', '-std=c++20', ...flags];
      const { status, stdout, stderr } = await run(program, args, { mayFail: true });
      if (status !== 0) console.error(`${source}\n${stdout}${stderr}`);
      return status === 0;
    }),
  );
  if (failed === 0) console.log(`clang-tidy: no finding in ${units.length} units`);
  return failed;
});
