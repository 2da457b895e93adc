/** A reporter that names the unfinished files when a run is ended from outside, as .ci/run ends one that hangs. */
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

export default class Unfinished implements Reporter {
  readonly #since = new Map<TestModule, number>();

  onInit(): void {
    process.once('SIGTERM', () => {
      for (const [{ project, moduleId }, since] of this.#since) {
        const seconds = Math.round((performance.now() - since) / 1000);
        console.log(`unfinished after ${seconds} s: ${relative(process.cwd(), moduleId)} (${project.name})`);
      }
      process.exit(143);
    });
  }

  onTestModuleStart(module: TestModule): void {
    this.#since.set(module, performance.now());
  }

  onTestModuleEnd(module: TestModule): void {
    this.#since.delete(module);
  }
}
