/** The files of a project, and the form of a finding. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Finding {
  readonly file: string;
  /** The first line has number 1. */
  readonly line: number;
  readonly text: string;
}

/** Returns the places that break a rule. */
export type Check = (project: Project) => Finding[];

export class Project {
  readonly #root: string;
  /** The files that git tracks or would track. */
  readonly #files: readonly string[];

  constructor(root: string) {
    const list = ['ls-files', '--cached', '--others', '--exclude-standard'];
    const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
    this.#root = root;
    this.#files = files.filter((file) => existsSync(join(root, file))).sort();
  }

  files(pattern: RegExp): string[] {
    return this.#files.filter((file) => pattern.test(file) && !file.endsWith('.generated.ts'));
  }

  text(file: string): string {
    return readFileSync(join(this.#root, file), 'utf8');
  }

  /** The lines of a file with their numbers. */
  lines(file: string): [line: number, text: string][] {
    return this.text(file)
      .split('\n')
      .map((text, i) => [i + 1, text]);
  }
}
