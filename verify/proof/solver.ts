/** A second engine: CaDiCaL shows that module and definition agree in a sample, and rate checks its proof (DRAT). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Build } from '../constant-time/modules.js';
import { inFolder, run } from '../native/compile.js';
import { Circuit, type Question } from './circuit.js';
import { type Goal, hash, lanes, single } from './goals.js';
import { ofRomulus } from './members.js';
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
export async function solve(bytes: Uint8Array, goal: Goal) {
  const circuit = new Circuit();
  const { cipher, execute } = new Subject(bytes).begin(goal, circuit);
  circuit.isWatching = true;
  const opinion = { questions: 0, certificates: 0, problem: differenceIn(execute(), circuit) };
  if (opinion.problem !== undefined) return opinion;
  const states = new Map<number | undefined, Question[]>();
  for (const question of circuit.questions)
    states.set(question.state, [...(states.get(question.state) ?? []), question]);
  return inFolder(async (folder) => {
    const [formula, proof] = [join(folder, 'formula.cnf'), join(folder, 'formula.drat')] as const;
    // At most 1000 states are in the sample. A goal in 32 lanes has more, so every third state is taken.
    const apart = Math.ceil(states.size / 1000);
    for (const [state, questions] of [...states].filter((_, i) => i % apart === 0)) {
      writeFileSync(formula, circuit.formulaOf(questions, cipher.rounds));
      const options = ['-q', '-t', '300', '--no-binary'];
      const { status } = await run('cadical', [...options, formula, proof], { mayFail: true });
      if (status !== unsatisfiable) return { ...opinion, problem: `the solver ends with ${status} in state ${state}` };
      const { stdout } = await run('rate', [formula, proof], { mayFail: true });
      if (!stdout.includes('s VERIFIED'))
        return { ...opinion, problem: `the certificate of state ${state} is not confirmed` };
      opinion.questions += questions.length;
      opinion.certificates++;
    }
    return opinion;
  });
}
