/** The layers of the TypeScript, which `npm run lint` checks: no circle, of types neither, and imports point down only. */
const others = '^(test|bench|tools|verify|kats|site)/';

/** The rules: the files they are for, the imports they forbid, and what to do instead. `$1` is the suite that imports. */
const rules = {
  circle: [{}, { circular: true }, 'move what both need to a third file'],
  base: [{ path: '^ts/base/' }, { path: '^ts/', pathNot: '^ts/base/' }, 'base/ stands below everything'],
  'api-above': [
    { path: '^ts/(base|runtime|engine|messages)/' },
    { path: '^ts/api/' },
    'what is below api/ needs goes to base/',
  ],
  engine: [
    { path: '^ts/engine/' },
    { path: '^ts/(suites/.+/|pool/|stream/|cli/)' },
    'pass it to the engine as an argument',
  ],
  'other-suite': [
    { path: '^ts/suites/([^/]+)/' },
    { path: '^ts/suites/[^/]+/', pathNot: '^ts/suites/$1/' },
    'move what both need to a file that is of no suite',
  ],
  suite: [
    { path: '^ts/', pathNot: '^ts/(suites|stream|pool|cli|js)/|^ts/index\\.ts$' },
    { path: '^ts/suites/[^/]+/' },
    'move the file to that suite, to stream/ or to pool/',
  ],
  'not-romulus': [
    { path: '^ts/(stream|pool)/|^ts/index\\.ts$' },
    { path: '^ts/suites/[^/]+/', pathNot: '^ts/suites/romulus/' },
    'its own entry point exports it',
  ],
  'pool-above': [{ path: '^ts/', pathNot: '^ts/(pool|cli)/' }, { path: '^ts/pool/' }, 'the pool stands over this file'],
  'stream-above': [
    { path: '^ts/', pathNot: '^ts/(stream|pool|cli)/' },
    { path: '^ts/stream/' },
    'streams stand over this file',
  ],
  'program-below': [
    { path: '^ts/cli/' },
    { path: '^ts/', pathNot: '^ts/cli/|^ts/((stream/|pool/)?index|runtime/release)\\.ts$' },
    'the program uses public functions, and a file of runtime/, which knows nothing of the library',
  ],
  program: [
    { pathNot: '^ts/cli/' },
    { path: '^ts/cli/', pathNot: '^ts/cli/commands\\.ts$' },
    'nothing imports a file of cli/ but the build, which writes the manual page of its commands',
  ],
  unpackaged: [{ path: '^ts/' }, { path: others }, 'move what it needs to ts/'],
};

export default {
  forbidden: Object.entries(rules).map(([name, [from, to, comment]]) => ({
    name,
    severity: 'error',
    from,
    to,
    comment,
  })),
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.generated\\.ts$|(^|/)(node_modules|dist|\\.temp)/|^test/package/consumers/' },
  },
};
