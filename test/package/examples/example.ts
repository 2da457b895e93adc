/** The tests of each example's own files. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../tarball.js';

export const describeExample = (folder: string, ...projects: string[]) =>
  describe('the example', () => {
    it.each(projects)('has correct types in %s', (project) => {
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      expect(execFileSync(process.execPath, [tsc, '-p', join(folder, project)], { encoding: 'utf8' })).toBe('');
    });

    it('comes with a lock file that names no registry', () => {
      const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
      const addresses = Object.values<{ resolved?: string }>(packages).flatMap(({ resolved }) => resolved ?? []);
      expect(addresses).toEqual(['../..']);
    });
  });
