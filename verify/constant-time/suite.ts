/** The suites of the table, with their modules and their declarations. */
import { type ModeRow, type SuiteKey, type SuiteRow, suites as table } from '../../ts/suites/table.js';
import { type Kernel, kernelsOf } from '../native/compile.js';
import { callersWords, type Declaration } from './declaration.js';
import { declarations } from './declarations.js';

/** The faults that are planted in a module, for the checks to find. */
export type LeakName = 'early end' | 'table lookup' | 'secret loop' | 'branch on a key';

export interface Suite {
  key: SuiteKey;
  name: string;
  declaration: Declaration;
  kernels: readonly Kernel[];
  /** The modules that the package ships, or of which it makes JavaScript. */
  shipped: Partial<Record<Kernel, { text: string }>>;
  modes: SuiteRow['modes'];
  hash: ModeRow | undefined;
  mostLanes: number;
  /**
   * The leaks by the names of exported functions. A leak is planted before its function if the module has it. `seenIn`
   * is the case in which memcheck sees the leak.
   */
  leaks: Record<string, { leak: LeakName; seenIn: string }>;
}

// A variable, because vite would take `new URL(file, import.meta.url)` for an asset.
const here = import.meta.url;
const load = (file: string) => import(/* @vite-ignore */ new URL(file, here).href);

async function suiteOf(key: SuiteKey): Promise<Suite> {
  const { name, modes, hash, mostLanes } = table[key];
  const kernels = kernelsOf(key);
  const shipped: Suite['shipped'] = {};
  for (const kernel of kernels) {
    const name = kernel === 'javascript' ? 'for-javascript' : kernel;
    shipped[kernel] = await load(`../../ts/suites/${key}/${name}.generated.ts`);
  }
  const [first] = Object.values(modes) as [ModeRow];
  return {
    ...{ key, name, modes, hash, mostLanes, declaration: declarations[key] },
    ...{ kernels, shipped },
    leaks: {
      aead_verify: { leak: 'early end', seenIn: `${first.name} decrypt by pieces` },
      aead_encrypt: { leak: 'table lookup', seenIn: `${first.name} encrypt whole` },
      ...(hash
        ? { hash_update: { leak: 'secret loop', seenIn: `${hash.name} hash by pieces` } }
        : { aead_absorb_ad: { leak: 'secret loop', seenIn: `${first.name} encrypt by pieces` } }),
      lanes_run: { leak: 'branch on a key', seenIn: `${first.name} encrypt whole in ${first.laneCosts[0]?.[0]} lanes` },
    },
  };
}

/** All suites, in the order of the table. */
export const suites: readonly Suite[] = await Promise.all((Object.keys(table) as SuiteKey[]).map(suiteOf));

/** The number of cases that memcheck watches: each mode encrypts, decrypts, and decrypts forgeries, in every way. */
export function casesOf({ modes, hash }: Suite, kernel: Kernel): number {
  const waysOf = ({ laneCosts }: ModeRow) => 2 + (kernel === 'simd128' ? 2 * laneCosts.length : 0);
  const crypting = Object.values(modes).reduce((sum, mode) => sum + 3 * waysOf(mode), 0);
  return crypting + (hash ? waysOf(hash) : 0);
}

/** The public fields and the verdicts of a suite's build. A build with lanes also has those of the lanes. */
export function declaredFor({ declaration, mostLanes }: Suite, kernel: Kernel) {
  const { fields, verdicts, laneFields = [], laneVerdicts = [] } = declaration;
  if (kernel === 'javascript' || mostLanes === 0) return { fields, verdicts };
  return { fields: [...fields, ...callersWords, ...laneFields], verdicts: [...verdicts, ...laneVerdicts] };
}
