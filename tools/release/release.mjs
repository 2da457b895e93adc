// Fails unless this tree is ready for the release with the given tag.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [tag = '', repository] = process.argv.slice(2);
const read = (name) => readFileSync(join(process.cwd(), name), 'utf8');
const manifest = JSON.parse(read('package.json'));
const { version } = manifest;
const problems = [];

if (tag !== `v${version}`) problems.push(`the tag is ${tag || 'missing'}, the version of package.json ${version}`);
if (JSON.parse(read('package-lock.json')).version !== version)
  problems.push('package-lock.json has another version than package.json');
const heading = read('CHANGELOG.md').match(/^## .*$/m)?.[0] ?? '';
if (!/^## \d+\.\d+\.\d+, \d{4}-\d{2}-\d{2}$/.test(heading) || !heading.startsWith(`## ${version}, `))
  problems.push(`CHANGELOG.md begins with "${heading}", not with "## ${version}, " and a date`);
// npm accepts provenance only from the repository that package.json names.
const named = String(manifest.repository?.url ?? manifest.repository ?? 'none');
const right = `git+https://github.com/${repository}.git`;
if (repository && named !== right) problems.push(`package.json names as its repository ${named}, not ${right}`);

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`${manifest.name} ${version} may be released`);
