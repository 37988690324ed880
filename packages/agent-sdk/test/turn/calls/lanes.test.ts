import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLanes, type Lane } from '../../../src/turn/calls/lanes.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('whatever comes: nothing beside one that is alone, no more processes than allowed, all end', async () => {
  const lane = fc.constantFrom<Lane>('free', 'process', 'alone');
  const work = fc.array(fc.tuple(lane, fc.nat({ max: 3 })), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), work, async (processes, all) => {
      const lanes = createLanes(processes);
      const running: Lane[] = [];
      const began: number[] = [];
      await Promise.all(
        all.map(([one, ticks], at) =>
          lanes.run(one, async () => {
            running.push(one);
            began.push(at);
            if (running.includes('alone')) expect(running).toEqual(['alone']);
            expect(running.filter((other) => other === 'process').length).toBeLessThanOrEqual(
              processes,
            );
            for (let n = 0; n < ticks; n++) await tick();
            running.splice(running.indexOf(one), 1);
          }),
        ),
      );
      expect(began).toEqual(all.map((_, at) => at));
    }),
  );
});

test('work that fails makes room as well', async () => {
  const lanes = createLanes(1);
  const broken = lanes.run('alone', async () => {
    throw new Error('broken');
  });
  const next = lanes.run('process', async () => 'ran');
  await expect(broken).rejects.toThrow('broken');
  expect(await next).toBe('ran');
});
