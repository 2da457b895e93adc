/** Executes a block of documentation as a program of its own, in a project that has the package installed. */
import { transformSync } from 'esbuild';
import type { Project } from '../package/tarball.js';
import { type Block, promisedLines } from './blocks.js';

// Two blocks may start on the same line of two files.
let programs = 0;

/**
 * Rejects if the program fails. What it printed of the lines that it promises, to be compared with them: other output is its
 * own business.
 */
export async function execute(project: Project, block: Block): Promise<{ printed: string[]; promised: string[] }> {
  const { code, language, line } = block;
  const program = language === 'ts' ? transformSync(code, { loader: 'ts', target: 'es2022' }).code : code;
  const commonJs = /\brequire\(/.test(code) && !/^import /m.test(code);
  const name = `line-${line}-${programs++}.${commonJs ? 'cjs' : 'mjs'}`;
  const output = await project.run(project.write(name, program));
  const promised = promisedLines(block);
  return { printed: output.split('\n').filter((printed) => promised.includes(printed)), promised };
}
