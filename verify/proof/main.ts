/**
 * `npm run prove` proves that the modules are as defined, for all keys, nonces, associated data and texts of some
 * lengths. With names of builds it proves only these builds. With --solver it asks the second engine about a sample
 * instead. docs/proof.md describes the proof.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SuiteKey } from '../../ts/suites/table.js';
import { eachInTurn } from '../native/compile.js';
import { coverageOf } from './coverage.js';
import { goalsOf } from './lengths.js';
import { type Build, builds, moduleOf } from './modules.js';
import { describePlace, Subject } from './prove.js';
import { sampleOf, solve } from './solver.js';

const isSample = process.argv.includes('--solver');
const names = process.argv.slice(2).filter((word) => word !== '--solver');
const unknown = names.filter((name) => !(builds as readonly string[]).includes(name));
if (unknown.length > 0) {
  console.error(`no build ${unknown.join(', ')}; there are ${builds.join(', ')}`);
  process.exit(2);
}

function proveBuild(build: Build): boolean {
  const subjects = new Map<SuiteKey, Subject>();
  const executed = new Set<number>();
  const totals = { calls: 0, bits: 0, stateBits: 0 };
  let isProven = true;
  for (const goal of goalsOf[build]) {
    const start = process.cpuUsage().user;
    const subject = subjects.get(goal.suite) ?? new Subject(moduleOf(build, goal.suite));
    subjects.set(goal.suite, subject);
    const outcome = subject.prove(goal);
    if (goal.suite === 'romulus') for (const reference of outcome.executed) executed.add(reference);
    for (const key of ['calls', 'bits', 'stateBits'] as const) totals[key] += outcome[key];
    const seconds = `${((process.cpuUsage().user - start) / 1e6).toFixed(1)} s`;
    if (outcome.problem === undefined)
      console.log(`${build}: ${goal.title}: proven, ${outcome.calls} calls, ${seconds}`);
    else {
      isProven = false;
      const where = outcome.place ? `; first at ${describePlace(outcome.place)}` : '';
      console.error(`${build}: ${goal.title}: NOT proven: ${outcome.problem}${where}`);
    }
  }
  const { instructions, executed: count, cipher, missed } = coverageOf(subjects.get('romulus')!.binary, executed);
  if (missed > 0) {
    isProven = false;
    console.error(`${build}: ${missed} of ${cipher} instructions of the cipher are in no proof`);
  }
  if (isProven)
    console.log(
      `${build}: ${goalsOf[build].length} statements proven: ${totals.calls} calls, ${totals.stateBits} bits between ` +
        `rounds and ${totals.bits} bits of results; in Romulus all ${cipher} instructions of the cipher and ${count} of ${instructions} in all`,
    );
  return isProven;
}

/** Asks the second engine about the sample of a build. True if it confirms every statement. */
function isConfirmed(build: Build): boolean {
  const results = sampleOf[build].map((goal) => {
    const start = performance.now();
    const { problem, questions, certificates } = solve(moduleOf(build, goal.suite), goal);
    const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`;
    console.log(`${build}: ${goal.title}: ${problem ?? `${questions} bits, ${certificates} certificates`}, ${seconds}`);
    return problem === undefined;
  });
  return results.every(Boolean);
}

/** Proves a build in a process of its own. */
function proveBeside(build: Build): Promise<boolean> {
  const memory = '--max-old-space-size=8192';
  const child = fork(fileURLToPath(import.meta.url), [build, ...(isSample ? ['--solver'] : [])], {
    execArgv: [...process.execArgv, memory],
  });
  return new Promise((resolve) => child.on('close', (status) => resolve(status === 0)));
}

async function proveAll(): Promise<boolean> {
  const chosen = names.length > 0 ? (names as Build[]) : builds;
  const work = isSample ? isConfirmed : proveBuild;
  const results = process.connected ? chosen.map(work) : await eachInTurn(chosen, proveBeside);
  return results.every(Boolean);
}

process.exitCode = (await proveAll()) ? 0 : 1;
// A child has no other open handle that would keep it running.
if (process.connected) process.disconnect();
