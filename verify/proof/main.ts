/**
 * `npm run prove` proves that the modules are as defined, for all keys, nonces, associated data and texts of some
 * lengths. With names of builds it proves only these builds. With --solver it asks the second engine about a sample
 * instead. docs/proof.md describes the proof.
 */
import binaryen from 'binaryen';
import type { SuiteKey } from '../../ts/suites/table.js';
import type { Binary } from '../constant-time/binary.js';
import { type Build, builds, moduleOf } from '../constant-time/modules.js';
import { goalsOf } from './lengths.js';
import { Subject } from './prove.js';
import { sampleOf, solve } from './solver.js';

const isSample = process.argv.includes('--solver');
const names = process.argv.slice(2).filter((word) => word !== '--solver');
const chosen = builds.filter((build) => names.length === 0 || names.includes(build));
if (chosen.length < names.length) throw new Error(`the builds are ${builds.join(', ')}`);

/** Prints what came of a statement, with its seconds of processor time. */
function tell(build: Build, title: string, problem: string | undefined, figures: string, since: NodeJS.CpuUsage): void {
  const seconds = (process.cpuUsage(since).user / 1e6).toFixed(1);
  console.log(`${build}: ${title}: ${problem === undefined ? figures : `NOT proven: ${problem}`}, ${seconds} s`);
  if (problem !== undefined) process.exitCode = 1;
}

/** The instructions that belong only to the cipher and to the steps on its planes and blocks. */
const ciphers = new Set(
  Object.entries(binaryen)
    .filter(([name]) => /^(Relaxed)?SwizzleVec|^AndNotVec|^Rot[LR]Int/.test(name))
    .map(([, op]) => op),
);

/** Counts all instructions, the executed ones, those of the cipher, and those of the cipher that were not executed. */
function coverageOf(binary: Binary, executed: ReadonlySet<number>) {
  const all = binary.instructions();
  const cipher = all.filter((reference) => {
    const { kind, x } = binary.expression(reference);
    return kind === 'SIMDShuffle' || (kind === 'Binary' && ciphers.has(x.op));
  });
  const missed = (some: readonly number[]) => some.filter((reference) => !executed.has(reference)).length;
  return {
    instructions: all.length,
    executed: all.length - missed(all),
    cipher: cipher.length,
    missed: missed(cipher),
  };
}

function prove(build: Build): void {
  const subjects = new Map<SuiteKey, Subject>();
  const executed = new Set<number>();
  const totals = { calls: 0, bits: 0, stateBits: 0 };
  for (const goal of goalsOf[build]) {
    const start = process.cpuUsage();
    const subject = subjects.get(goal.suite) ?? new Subject(moduleOf(build, goal.suite));
    subjects.set(goal.suite, subject);
    const { problem, place, ...outcome } = subject.prove(goal);
    if (goal.suite === 'romulus') for (const reference of outcome.executed) executed.add(reference);
    for (const key of ['calls', 'bits', 'stateBits'] as const) totals[key] += outcome[key];
    const where = place ? `; first at ${place}` : '';
    tell(build, goal.title, problem && problem + where, `proven, ${outcome.calls} calls`, start);
  }
  const { instructions, executed: count, cipher, missed } = coverageOf(subjects.get('romulus')!.binary, executed);
  if (missed > 0) process.exitCode = 1;
  console.log(
    `${build}: ${goalsOf[build].length} statements: ${totals.calls} calls, ${totals.stateBits} bits between rounds and ` +
      `${totals.bits} bits of results; in Romulus ${cipher - missed} of ${cipher} instructions of the cipher and ` +
      `${count} of ${instructions} in all`,
  );
}

/** Asks the second engine about the sample of a build. */
async function confirm(build: Build): Promise<void> {
  for (const goal of sampleOf[build]) {
    const start = process.cpuUsage();
    const { problem, questions, certificates } = await solve(moduleOf(build, goal.suite), goal);
    tell(build, goal.title, problem, `${questions} bits, ${certificates} certificates`, start);
  }
}

for (const build of chosen) await (isSample ? confirm(build) : prove(build));
if (process.exitCode) console.error('Not everything is proven.');
