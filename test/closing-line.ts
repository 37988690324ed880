import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { APART, type Apart } from './platforms.ts';

/** A test, as far as the closing line needs it. */
export interface Ended {
  readonly file: string;
  readonly name: string;
  readonly state: string;
}

/** What the output ends with: one plain line that any CI can read, and before it what cannot be tested here. */
export function closingLines(
  tests: readonly Ended[],
  broken: number,
  platform: NodeJS.Platform,
  list: readonly Apart[] = APART,
): readonly string[] {
  const isApart = ({ file, name, state }: Ended) =>
    state === 'skipped' &&
    list.some((one) => one.platform === platform && one.file === file && name.startsWith(one.name));
  const apart = tests.filter(isApart).length;
  const count = (state: string) =>
    tests.filter((one) => one.state === state && !isApart(one)).length;
  return [
    ...(apart === 0 ? [] : [`${apart} not for ${platform} (test/platforms.ts)`]),
    `${count('passed')} passed, ${count('failed') + broken} failed, ${count('skipped')} skipped`,
  ];
}

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length;
    for (const line of closingLines(modules.flatMap(endedIn), broken, process.platform))
      console.log(line);
  }
}

const endedIn = (module: TestModule): Ended[] =>
  [...module.children.allTests()].map((test) => ({
    file: relative(process.cwd(), module.moduleId),
    name: test.fullName,
    state: test.result().state,
  }));
