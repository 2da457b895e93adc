// The layers of the TypeScript: no circle of imports, of types neither, and each folder imports only what it may. Only
// ts/engine/ touches the memory of a module.
import { cruise } from 'dependency-cruiser';
import { filesOf, foldersIn, linesOf, report, root } from './findings.mjs';

const folders = ['ts', 'test', 'bench', 'build', 'constant-time', 'fuzz', 'kats', 'native', 'proof', 'site'];
const isOf = (name) => new RegExp(`^ts/${name}/`);

/** Where each rule applies, what is forbidden there, and what to do instead; `$1` is the suite that imports. */
const rules = [
  ['a circle', {}, { circular: true }, 'move what both need to a third file'],
  [
    'engine',
    { path: '^ts/engine/' },
    { path: '^ts/(suites|pool|stream|cli)/' },
    'pass it to the engine as an argument',
  ],
  [
    'another suite',
    { path: '^ts/suites/([^/]+)/' },
    { path: '^ts/suites/', pathNot: '^ts/suites/$1/' },
    'move what both need to a file in ts/',
  ],
  [
    'a suite',
    { path: '^ts/', pathNot: '^ts/(suites|stream|pool|cli)/|^ts/index\\.ts$' },
    { path: '^ts/suites/' },
    'move the file to that suite, to stream/ or to pool/',
  ],
  [
    'a suite that is not Romulus',
    { path: '^ts/(stream|pool)/|^ts/index\\.ts$' },
    { path: '^ts/suites/', pathNot: '^ts/suites/romulus/' },
    'its own entry point exports it',
  ],
  ['upwards', { path: '^ts/', pathNot: '^ts/(pool|cli)/' }, { path: '^ts/pool/' }, 'the pool stands over this file'],
  [
    'upwards',
    { path: '^ts/', pathNot: '^ts/(stream|pool|cli)/' },
    { path: '^ts/stream/' },
    'streams stand over this file',
  ],
  [
    'more than the public entries',
    { path: '^ts/cli/' },
    { path: '^ts/', pathNot: '^ts/cli/|^ts/((stream/|pool/)?index|release|stream/pump)\\.ts$' },
    'the command line is made of public functions alone, and of release.ts, which knows nothing of the library',
  ],
  ['the command line', { pathNot: '^ts/cli/' }, { path: '^ts/cli/' }, 'nothing imports a file of cli/'],
  [
    'what is not in the package',
    { path: '^ts/' },
    { path: `^(${folders.slice(1).join('|')})/` },
    'move what it needs to ts/',
  ],
];

const present = foldersIn('').filter((name) => folders.includes(name));
const { output } = await cruise(present, {
  baseDir: root,
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '\\.generated\\.ts$|(^|/)(node_modules|dist)/|^test/package/consumers/' },
  validate: true,
  ruleSet: {
    forbidden: rules.map(([, from, to], i) => ({ name: `${i}`, severity: 'error', from, to })),
  },
});

const findings = output.summary.violations.map(({ from, to, unresolvedTo, cycle, rule }) => {
  const [what, , , mend] = rules[Number(rule.name)];
  const line = linesOf(from).findIndex((text) => text.includes(`'${unresolvedTo}'`)) + 1;
  const circle = cycle ? ` (${[from, ...cycle.map(({ name }) => name)].join(' -> ')})` : '';
  return { file: from, line, text: cycle ? `imports itself${circle}` : `imports ${to}: ${what}`, mend };
});

/** The memory or the exports of an instance, as a property, by its name, or taken out by a pattern; and their types. */
const touch =
  /\.(?:memory|exports)\b|\[['"](?:memory|exports)['"]\]|\{[^{}]*\b(?:memory|exports)\b[^{}]*\} =|\b(?:Engine|Lanes)Exports\b/;
for (const file of filesOf(/^ts\/.*\.ts$/))
  if (!isOf('engine').test(file) && !file.endsWith('.generated.ts'))
    for (const [i, line] of linesOf(file).entries()) {
      const touched = touch.exec(line)?.[0];
      if (touched)
        findings.push({
          file,
          line: i + 1,
          text: `touches a module's memory by ${touched}`,
          mend: 'only ts/engine/ does: add a method to Engine',
        });
    }

report('imports', findings, `${output.summary.totalCruised} files import without a circle and within their layers`);
