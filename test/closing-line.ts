import type { Reporter, TestCase, TestModule } from 'vitest/node';

const count = (modules: readonly TestModule[], state: string) =>
  modules
    .flatMap((module) => [...module.children.allTests()])
    .filter((test: TestCase) => test.result().state === state).length;

/** Ends the output with one plain line that any CI can read. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length;
    const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((s) => count(modules, s));
    console.log(`${passed} passed, ${(failed ?? 0) + broken} failed, ${skipped} skipped`);
  }
}
