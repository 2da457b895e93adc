/** The values of C++ expressions about a suite's module. The compiler that builds the module computes them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, kernelFlags, moduleFlags } from '../../tools/build/emscripten.js';
import type { SuiteKey } from '../../ts/suites/table.js';
import { inFolder, type Kernel, root, run, sourceOf } from './compile.js';

export async function valuesOf(suite: SuiteKey, kernel: Kernel, expressions: readonly string[]): Promise<number[]> {
  const includes = ['<cstddef>', '<type_traits>', `"${join(root, sourceOf(suite))}"`].map(
    (file) => `#include ${file}\n`,
  );
  const text = `${includes.join('')}extern "C" const unsigned values[] = {\n${expressions.join(',\n')}};\n`;
  const data = await inFolder(async (folder) => {
    const [source, output] = ['values.cpp', 'values.ll'].map((name) => join(folder, name)) as [string, string];
    writeFileSync(source, text);
    // Only the constants of the output are read, so nothing needs optimisation.
    const form = ['-S', '-emit-llvm', '-Xclang', '-disable-llvm-passes', source, '-o', output];
    const access = ['-fno-access-control', '-Wno-invalid-offsetof', '-ferror-limit=0'];
    await run('em++', [...moduleFlags, ...kernelFlags[kernel], ...access, ...form], { env: environment });
    return /^@values = constant \[\d+ x i32\] \[(.*?)\]/m.exec(readFileSync(output, 'utf8'))?.[1] ?? '';
  });
  const values = [...data.matchAll(/i32 (\d+)/g)].map(([, value]) => Number(value));
  if (values.length !== expressions.length) throw new Error(`${suite}: the compiler's answer is not understood`);
  return values;
}
