/** A second engine: CaDiCaL shows that module and definition agree in a sample, and rate checks its proof (DRAT). */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Circuit, type Question } from './circuit.js';
import { type Goal, hash, lanes, single } from './goals.js';
import { ofRomulus } from './members.js';
import type { Build } from './modules.js';
import { piecesOf } from './pieces.js';
import { differenceIn, Subject } from './prove.js';

const { n, t, h } = ofRomulus;
/** A few goals, for the kernels of one message. The pieces below add rho, the counter and the comparison of tags. */
const few = [single(n, 'decrypt', { ad: 17, text: 17 }), single(t, 'encrypt', { ad: 0, text: 1 }), hash(40)];
const pieces = Object.values(piecesOf)
  .flat()
  .filter((_, i) => i % 33 === 0);
const sideBySide = [8, 32].map((count) => lanes(count, n, 'encrypt', { ad: 0, text: 0 }));
const hashed = lanes(8, h, 'encrypt', { ad: 0, text: 0 });
export const sampleOf: Record<Build, readonly Goal[]> = {
  javascript: [...few, ...pieces],
  simd128: [...few, ...pieces, ...sideBySide, hashed],
  relaxed: few,
};

const unsatisfiable = 20;

/** Asks the solver about the states between the rounds of a goal, and about its results. Each formula covers a state. */
export function solve(bytes: Uint8Array, goal: Goal) {
  const circuit = new Circuit();
  const { cipher, execute } = new Subject(bytes).begin(goal, circuit);
  circuit.isWatching = true;
  const opinion = { questions: 0, certificates: 0, problem: undefined as string | undefined };
  const problem = differenceIn(execute(), circuit);
  if (problem !== undefined) return { ...opinion, problem };
  const states = new Map<number | undefined, Question[]>();
  for (const question of circuit.questions)
    states.set(question.state, [...(states.get(question.state) ?? []), question]);
  const folder = mkdtempSync(join(tmpdir(), 'romulus-proof-'));
  const [formula, proof] = [join(folder, 'formula.cnf'), join(folder, 'formula.drat')];
  const run = (program: string, args: string[]) => spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  try {
    // At most 1000 states are in the sample. A goal in 32 lanes has more, so every third state is taken.
    const apart = Math.ceil(states.size / 1000);
    for (const [state, questions] of [...states].filter((_, i) => i % apart === 0)) {
      writeFileSync(formula, circuit.formulaOf(questions, cipher.rounds));
      const { status, error } = run('cadical', ['-q', '-t', '300', '--no-binary', formula, proof]);
      if (error) throw error;
      if (status !== unsatisfiable) return { ...opinion, problem: `the solver ends with ${status} in state ${state}` };
      if (!run('rate', [formula, proof]).stdout.includes('s VERIFIED'))
        return { ...opinion, problem: `the certificate of state ${state} is wrong` };
      opinion.questions += questions.length;
      opinion.certificates++;
    }
    return opinion;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
