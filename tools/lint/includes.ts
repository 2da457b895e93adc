/**
 * Checks that includes in wasm-src/ point down: from suites/ to modes/ to primitives/ to common/. Within a layer, a
 * suite, a folder of modes or a primitive includes only its own files. No file includes itself, even indirectly.
 */
import { posix } from 'node:path';
import type { Finding, Project } from './project.js';

const layers = ['common', 'primitives', 'modes', 'suites'];

/** The height of a file's layer, and the suite, modes or primitive around the file. */
function placeOf(file: string): { height: number; part: string | undefined } {
  const [top, layer = '', part] = file.split('/');
  return { height: top === 'wasm-src' ? layers.indexOf(layer) : -1, part: layer === 'common' ? undefined : part };
}

export function checkIncludes(project: Project): Finding[] {
  const findings: Finding[] = [];
  const files = project.files(/^wasm-src\/.*\.(cpp|hpp)$/);
  const included = new Map<string, string[]>();
  for (const file of files) {
    const from = placeOf(file);
    if (from.height < 0) findings.push({ file, line: 1, text: `is in none of ${layers.join('/, ')}/` });
    for (const [line, text] of project.lines(file)) {
      const path = /^\s*#\s*include\s*"([^"]+)"/.exec(text)?.[1];
      if (path === undefined) continue;
      const target = posix.join(posix.dirname(file), path);
      const to = placeOf(target);
      included.set(file, [...(included.get(file) ?? []), target]);
      if (to.height < 0 || to.height > from.height || (to.height === from.height && to.part !== from.part))
        findings.push({ file, line, text: `includes ${target}: includes point down; move what it needs down` });
    }
  }
  for (const file of files)
    if (reaches(file, file, included))
      findings.push({ file, line: 1, text: 'includes itself: move what both need out' });
  return findings;
}

/** True if the includes of a file lead to the target. */
function reaches(file: string, target: string, included: Map<string, string[]>, seen = new Set<string>()): boolean {
  return (included.get(file) ?? []).some((next) => {
    if (next === target) return true;
    const isNew = !seen.has(next);
    seen.add(next);
    return isNew && reaches(next, target, included, seen);
  });
}
