/** Java programs from Maven's repositories. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const repository = join(homedir(), '.m2/repository');
const get = 'org.apache.maven.plugins:maven-dependency-plugin:2.8:get';

/** Fetches a file once. The file does not exist if that fails. */
export function mavenJar(group: string, name: string, version: string, classifier?: string): string {
  const file = `${[name, version, ...(classifier ? [classifier] : [])].join('-')}.jar`;
  const jar = join(repository, group.replaceAll('.', '/'), name, version, file);
  const artifact = [group, name, version, 'jar', ...(classifier ? [classifier] : [])].join(':');
  const settings = [`-Dartifact=${artifact}`, '-Dtransitive=false', `-Dmaven.repo.local=${repository}`];
  if (!existsSync(jar)) spawnSync('mvn', ['-q', '-B', get, ...settings]);
  return jar;
}
