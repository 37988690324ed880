import { setImmediate as turn } from 'node:timers/promises';
import { shareLauncher } from '@wavehooks/process';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { bash } from '../../../src/tools/shell/bash.ts';
import type { Model, ModelPart } from '../../../src/vocabulary/model.ts';
import type { Place, Tool } from '../../../src/vocabulary/tool.ts';
import { tempDir } from '../../tools/helpers.ts';

/** Once a process, so each test has a module of its own. */
beforeEach(() => {
  vi.resetModules();
});

const open = async (tool: Tool | undefined, rehearse?: Model['rehearse']) => {
  const { openRehearsal } = await import('../../../src/turn/calls/rehearse.ts');
  const dir = tempDir();
  const place = (): Place => ({ projectDir: dir, cwd: dir });
  const model: Model = { id: 'm', stream: unasked, ...(rehearse ? { rehearse } : {}) };
  return openRehearsal({ model, tool, place });
};

const unasked = () => {
  throw new Error('nobody is asked');
};

const turns = async (count: number) => {
  for (let n = 0; n < count; n++) await turn();
};

/** A shell tool that tells how often its input was read and its subject asked for. */
function watched() {
  const seen = { parsed: 0, asked: 0, ran: 0 };
  const tool: Tool = {
    ...bash,
    input: z.object({ command: z.string() }).transform((input) => {
      seen.parsed++;
      return input;
    }),
    subject: (input) => {
      seen.asked++;
      return String(input['command']);
    },
    run: async () => {
      seen.ran++;
      return { success: true, text: '' };
    },
  };
  return { seen, tool };
}

test('input, lane and permission are gone through once a process, and nothing is run', async () => {
  const { seen, tool } = watched();
  const rehearsal = await open(tool);
  rehearsal.begin();
  await turns(20);
  const { parsed, asked, ran } = seen;
  expect({ parsed, ran }).toEqual({ parsed: 1, ran: 0 });
  expect(asked).toBeGreaterThan(1);
  rehearsal.begin();
  await turns(10);
  expect(seen).toEqual({ parsed, asked, ran });
});

test('an answer that the model makes up is read to its end, once a process', async () => {
  const read: string[] = [];
  const rehearsal = await open(undefined, async function* (): AsyncGenerator<ModelPart> {
    yield { is: 'text', text: 'none' };
    read.push('all');
  });
  rehearsal.begin();
  await turns(10);
  rehearsal.begin();
  await turns(10);
  expect(read).toEqual(['all']);
});

test('the real answer ends the one that is made up, and what would come behind it', async () => {
  const { seen, tool } = watched();
  const told: boolean[] = [];
  const rehearsal = await open(tool, async function* (signal): AsyncGenerator<ModelPart> {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    told.push(signal.aborted);
    yield { is: 'text', text: 'late' };
  });
  rehearsal.begin();
  await turns(10);
  expect(told).toEqual([]);
  rehearsal.end();
  await turns(10);
  expect(told).toEqual([true]);
  expect(seen).toEqual({ parsed: 0, asked: 0, ran: 0 });
});

test('a model whose rehearsal fails harms nobody, and the rest goes on', async () => {
  const { seen, tool } = watched();
  const rehearsal = await open(tool, () => {
    throw new Error('no');
  });
  rehearsal.begin();
  await turns(20);
  expect(seen.parsed).toBe(1);
});

test('an answer ends it', async () => {
  const { seen, tool } = watched();
  const rehearsal = await open(tool);
  rehearsal.begin();
  rehearsal.end();
  await turns(10);
  expect(seen).toEqual({ parsed: 0, asked: 0, ran: 0 });
});

test('a tool that throws harms nobody', async () => {
  const { tool } = watched();
  const rehearsal = await open({
    ...tool,
    subject: () => {
      throw new Error('no');
    },
  });
  rehearsal.begin();
  await turns(10);
});

test('a launcher that would be started soon is started now', async () => {
  const { shareLauncher: share } = await import('@wavehooks/process');
  expect(share).not.toBe(shareLauncher);
  const launcher = share();
  onTestFinished(() => launcher.close());
  const rehearsal = await open(undefined);
  launcher.warm();
  expect(launcher.pid).toBeUndefined();
  rehearsal.begin();
  await turns(3);
  expect(launcher.pid).toBeGreaterThan(0);
});
