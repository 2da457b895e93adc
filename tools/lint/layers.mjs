// The layers of wasm-src/: includes point down only, from suites/ to modes/ to primitives/ to common/. A suite knows no other
// suite, a folder of modes no other, a primitive no other primitive, and what lies below knows no name of what lies above.
import { posix } from 'node:path';
import { filesOf, foldersIn, linesOf, report } from './findings.mjs';

const layers = ['common', 'primitives', 'modes', 'suites'];
const files = filesOf(/^wasm-src\/.*\.(c|cpp|h|hpp)$/);
const findings = [];
const includes = new Map();

/** The layer of a file, how high it is, and the suite or primitive that it belongs to. */
function placeOf(file) {
  const [, layer, part] = file.split('/');
  return { layer, height: layers.indexOf(layer), part: layer === 'common' ? undefined : `${layer}/${part}` };
}

for (const file of files) {
  const { layer, height, part } = placeOf(file);
  const find = (line, text, mend) => findings.push({ file, line, text, mend });
  if (height < 0) {
    find(1, `is in none of ${layers.map((name) => `wasm-src/${name}/`).join(', ')}`, 'move it to one');
    continue;
  }
  // What a file may not name: the suites and primitives that it may not include.
  const strangers = layers.slice(1).flatMap((above) => foldersIn(`wasm-src/${above}`).map((name) => [above, name]));
  const forbidden = strangers.filter(
    ([above, name]) =>
      // A suite may have the name of its modes, which other suites use too.
      name !== part?.split('/')[1] &&
      !(layer === 'suites' && foldersIn('wasm-src/modes').includes(name)) &&
      (layers.indexOf(above) > height || (above === layer && height > 0)),
  );
  const names = new RegExp(
    `\\b(?:namespace (${forbidden.map(([, name]) => name).join('|')})\\b|(${forbidden.map(([, name]) => name).join('|')})::)`,
  );
  for (const [i, line] of linesOf(file).entries()) {
    const name = forbidden.length > 0 && !/^\s*\/\//.test(line) && names.exec(line);
    if (name)
      find(
        i + 1,
        `names the namespace ${name[1] ?? name[2]}`,
        `which ${part ?? 'common'} may not know: move what it needs down`,
      );
    if (/^\s*#\s*include\s*[^"<\s]/.test(line)) find(i + 1, 'includes what a macro names', 'write its path');
    const included = /^\s*#\s*include\s*"([^"]+)"/.exec(line)?.[1];
    if (included === undefined) continue;
    const target = posix.join(posix.dirname(file), included);
    const to = placeOf(target);
    includes.set(file, [...(includes.get(file) ?? []), { target, line: i + 1 }]);
    if (!files.includes(target)) find(i + 1, `includes ${target}`, 'which is not in wasm-src/');
    else if (to.height > height)
      find(i + 1, `includes ${target}`, `includes point down: move what it needs to ${layer}/`);
    else if (to.part !== part && to.layer === layer)
      find(i + 1, `includes ${target}`, `a part of ${layer}/ includes no other: move what both need down`);
  }
}

/** Files that include themselves, each circle once. */
const state = new Map();
function visit(file, path) {
  if (state.get(file) === 'done') return;
  state.set(file, 'open');
  for (const { target, line } of includes.get(file) ?? [])
    if (state.get(target) === 'open') {
      const circle = [...path.slice(path.indexOf(target)), target].join(' -> ');
      findings.push({ file, line, text: `includes itself: ${circle}`, mend: 'move what both need to a third file' });
    } else visit(target, [...path, target]);
  state.set(file, 'done');
}
for (const file of files) visit(file, [file]);

report('layers', findings, `${files.length} files of wasm-src/ include only what lies below`);
