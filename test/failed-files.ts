import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** What failed in a run, for whoever started it. */
export interface Failed {
  /** The files with a failed test, and the tests' names. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** What failed outside of every test: a file that could not be loaded, a promise that nobody awaited. */
  readonly broken: number;
}

/** Writes what failed to the file that FAILED_FILES names. */
export default class FailedFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const path = process.env['FAILED_FILES'];
    if (path === undefined) return;
    const failed: Failed = {
      files: Object.fromEntries(modules.filter(hasFailed).map(namesIn)),
      broken: errors.length + modules.filter((module) => module.errors().length > 0).length,
    };
    writeFileSync(path, JSON.stringify(failed));
  }
}

const hasFailed = (module: TestModule): boolean => !module.ok();

const namesIn = (module: TestModule): [string, string[]] => [
  relative(process.cwd(), module.moduleId),
  [...module.children.allTests('failed')].map(({ fullName }) => fullName),
];
