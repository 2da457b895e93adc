// Runs the checks of how the project is built: each is a program of its own, which says what it holds. An argument names
// another folder to check instead of the project.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const checks = ['layers', 'imports', 'table', 'names', 'layouts', 'lengths', 'numbers', 'arguments'];

const statuses = await Promise.all(
  checks.map(
    (check) =>
      new Promise((resolve) => {
        const script = join(import.meta.dirname, `${check}.mjs`);
        const program = spawn(process.execPath, [script, ...process.argv.slice(2)], {
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        // What a check says comes in one piece, so that checks do not mix.
        const said = { stdout: '', stderr: '' };
        for (const stream of ['stdout', 'stderr'])
          program[stream].setEncoding('utf8').on('data', (text) => {
            said[stream] += text;
          });
        program.on('close', (status) => {
          process.stdout.write(said.stdout);
          process.stderr.write(said.stderr);
          resolve(status);
        });
      }),
  ),
);
if (statuses.some((status) => status !== 0)) process.exitCode = 1;
