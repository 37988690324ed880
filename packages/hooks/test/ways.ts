import { afterAll, beforeAll, describe, expect } from 'vitest';
import { openLauncher } from '../../process/src/launcher/launcher.ts';
import { type Start, start } from '../../process/src/running/start.ts';

/** Defines tests twice: whoever starts a process, it runs in the same way. */
export function eachWay(define: (start: Start, parent: () => number | undefined) => void): void {
  describe('started directly', () => define(start, () => process.pid));
  describe('started by the launcher', () => {
    const launcher = openLauncher();
    let pid: number | undefined;
    beforeAll(async () => {
      launcher.warm();
      expect(await launcher.ready()).toBe(true);
      pid = launcher.pid;
    });
    afterAll(() => {
      expect(launcher.pid, 'it lived through it all').toBe(pid);
      launcher.close();
    });
    define(launcher.start, () => pid);
  });
}
