import type { Reporter, TestModule } from 'vitest/node';
import { MISSING, type Need } from './platforms.ts';

/** A test, as far as the closing line needs it. */
export interface Ended {
  readonly state: string;
  readonly tags: readonly string[];
}

export interface Closing {
  /** One plain line that any CI can read. */
  readonly line: string;
  /** Tests that were skipped although this machine has what they need. */
  readonly forgotten: number;
}

export function closing(
  tests: readonly Ended[],
  broken: number,
  missing: readonly Need[] = MISSING,
): Closing {
  const count = (state: string) => tests.filter((one) => one.state === state).length;
  const skipped = tests.filter(({ state }) => state === 'skipped');
  const lacks = ({ tags }: Ended) => missing.find((need) => tags.includes(need));
  const needs = missing
    .map((need) => [skipped.filter((one) => lacks(one) === need).length, need] as const)
    .filter(([number]) => number > 0)
    .map(([number, need]) => `${number} ${need}`);
  const counts = `${count('passed')} passed, ${count('failed') + broken} failed, ${skipped.length} skipped`;
  return {
    line: needs.length === 0 ? counts : `${counts} (need: ${needs.join(', ')})`,
    forgotten: skipped.filter((one) => lacks(one) === undefined).length,
  };
}

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length;
    const { line, forgotten } = closing(modules.flatMap(endedIn), broken);
    if (forgotten > 0 && process.env['CI']) {
      console.log(`${forgotten} skipped without a tag from test/platforms.ts`);
      process.exitCode = 1;
    }
    console.log(line);
  }
}

const endedIn = (module: TestModule): Ended[] =>
  [...module.children.allTests()].map((test) => ({
    state: test.result().state,
    tags: test.tags,
  }));
