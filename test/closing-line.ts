import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { type Availability, sandboxAvailability } from '../packages/process/src/sandbox.ts';
import { APART, type Apart, BOXED } from './platforms.ts';

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
  sandbox: () => Availability = sandboxAvailability,
): readonly string[] {
  const isApart = ({ file, name, state }: Ended) =>
    state === 'skipped' &&
    list.some((one) => one.platform === platform && one.file === file && name.startsWith(one.name));
  const unboxed = tests.filter(isUnboxed);
  const apart = tests.filter(isApart).length;
  const count = (state: string) =>
    tests.filter((one) => one.state === state && !isApart(one) && !isUnboxed(one)).length;
  return [
    ...(apart === 0 ? [] : [`${apart} not for ${platform} (test/platforms.ts)`]),
    ...(unboxed.length === 0 ? [] : [unboxedLine(unboxed, platform, sandbox())]),
    `${count('passed')} passed, ${count('failed') + broken} failed, ${count('skipped')} skipped`,
  ];
}

const BOXED_FILES: readonly string[] = BOXED.files;

const isUnboxed = ({ file, name, state }: Ended): boolean =>
  state === 'skipped' && BOXED_FILES.includes(file) && name.startsWith(BOXED.name);

/** Which tests of the sandbox did not run, why, and how to have them run. */
function unboxedLine(
  tests: readonly Ended[],
  platform: NodeJS.Platform,
  available: Availability,
): string {
  const files = [...new Set(tests.map(({ file }) => file))].join(', ');
  const why =
    platform !== 'linux'
      ? 'they need bubblewrap, which is for Linux'
      : available.ok
        ? 'they were left out'
        : [available.why, ...available.remedy.slice(0, 1)].join('; ');
  return `${tests.length} of the sandbox did not run (${files}): ${why}`;
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
