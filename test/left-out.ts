/** Says in the last lines of a run which tests it left out, and which command runs those. */
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    leftOut: string[];
    extent: 'usual' | 'all';
  }
}

export default function setup(project: TestProject) {
  const leftOut = project.getProvidedContext().leftOut;
  return () => {
    for (const line of leftOut) console.log(`left out: ${line}`);
    for (const { children, relativeModuleId } of project.vitest.state.getTestModules()) {
      const tests = [...children.allTests()];
      if (tests.length > 0 && tests.every((test) => test.result().state === 'skipped'))
        console.log(`left out: every test of ${relativeModuleId}`);
    }
  };
}
