/** A reporter that names the unfinished files when a run is ended from outside, as .ci/run ends one that hangs. */
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

export default class Unfinished implements Reporter {
  readonly #since = new Map<TestModule, number>();

  onInit(): void {
    process.once('SIGTERM', () => {
      for (const line of this.lines()) console.log(line);
      process.exit(143);
    });
  }

  onTestModuleStart(module: TestModule): void {
    this.#since.set(module, performance.now());
  }

  onTestModuleEnd(module: TestModule): void {
    this.#since.delete(module);
  }

  /** A line for each file that has begun and not ended, with its project. */
  lines(): string[] {
    return Array.from(this.#since, ([{ project, moduleId }, since]) => {
      const seconds = Math.round((performance.now() - since) / 1000);
      return `unfinished after ${seconds} s: ${relative(process.cwd(), moduleId)} (${project.name})`;
    });
  }
}
