import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '@wavehooks/hooks';
import { expect, test } from 'vitest';
import type { ConfirmRequest } from '../../src/permissions/confirm.ts';
import { createGate } from '../../src/permissions/gate.ts';
import type { GateRequest } from '../../src/permissions/gate-types.ts';
import type { PermissionMode } from '../../src/permissions/rules/rule.ts';
import type { Tool } from '../../src/vocabulary/tool.ts';
import { hooksOn, printing, talk } from '../talk.ts';
import { tempDir, toolNamed } from '../tools/helpers.ts';
import { call, say } from '../wire/reply.ts';

const decides = (permissionDecision: string, permissionDecisionReason?: string) =>
  printing({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision,
      ...(permissionDecisionReason ? { permissionDecisionReason } : {}),
    },
  });

async function askedBy(...hooks: readonly { name: string; command: string }[]) {
  const asked: Pick<ConfirmRequest, 'by' | 'hooks' | 'reasons'>[] = [];
  await talk({
    hooks: hooksOn('PreToolUse', ...hooks),
    script: [call('Bash', { command: 'touch a' }), say('ok')],
    confirm: async ({ by, hooks, reasons }) => {
      asked.push({ by, ...(hooks ? { hooks } : {}), reasons });
      return false;
    },
  });
  return asked;
}

test('a hook that asks without a reason is named all the same', async () => {
  const asked = await askedBy({ name: 'asker', command: decides('ask') });
  expect(asked).toEqual([{ by: 'the hook asker', hooks: ['asker'], reasons: [] }]);
});

test('the hook that asks is named, not one that would have allowed it', async () => {
  const asked = await askedBy(
    { name: 'asker', command: decides('ask') },
    { name: 'friend', command: decides('allow', 'FINE') },
  );
  expect(asked.map(({ by }) => by)).toEqual(['the hook asker']);
});

const NO_VERDICT: Verdict = {
  event: 'PreToolUse',
  decision: 'none',
  decidedBy: [],
  rewrittenBy: [],
  toAgent: [],
  toUser: [],
  context: [],
  erasePrompt: false,
  runs: [],
};

/** A gate over a directory, and how often it asks a tool what a call is about. */
function gateOver(dir: string, confirm: (request: ConfirmRequest) => Promise<boolean>) {
  const edit = toolNamed('Edit');
  let looks = 0;
  const tool: Tool = {
    ...edit,
    files: (input, place) => {
      looks += 1;
      return edit.files?.(input, place) ?? [];
    },
  };
  const allow: string[] = [];
  const mode: PermissionMode = 'default';
  const gate = createGate({
    mode: () => mode,
    rules: () => ({ allow, ask: [], deny: ['Edit(secret/**)'] }),
    grant: ({ rules }) => void allow.push(...(rules?.allow ?? [])),
    keeper: {
      scopes: ['session'],
      keep: async (rule) => {
        allow.push(rule);
        return {};
      },
    },
    confirm,
    place: () => ({ projectDir: dir, cwd: dir }),
    readable: [],
  });
  const request = (file_path: string): GateRequest => ({
    tool,
    call: file_path,
    input: { file_path: join(dir, file_path) },
    verdict: NO_VERDICT,
    signal: new AbortController().signal,
    check: async () => undefined,
  });
  return {
    ask: (file: string, more: Partial<GateRequest> = {}) => gate({ ...request(file), ...more }),
    looks: () => looks,
    allow,
  };
}

test('one question looks once at the files of a call', async () => {
  const dir = tempDir();
  const asked: (string | undefined)[] = [];
  const gate = gateOver(dir, async ({ rule }) => {
    asked.push(rule);
    return true;
  });
  expect(await gate.ask('a.txt')).toEqual({ is: 'allowed' });
  expect({ asked, looks: gate.looks() }).toEqual({ asked: ['Edit(./a.txt)'], looks: 1 });
});

test('a question that waited is looked at again: its file may be another by then', async () => {
  const dir = tempDir();
  const asked: string[] = [];
  const gate = gateOver(dir, async ({ call: id }) => {
    asked.push(id);
    // What the user allows now must not hold for what the next file turns into.
    gate.allow.push('Edit(**)');
    symlinkSync(tempDir(), join(dir, 'later'));
    return true;
  });
  await Promise.all([gate.ask('first'), gate.ask('later/x')]);
  expect(asked[1]).toBe('later/x');
});

test('a hook that says no is heard, also where a rule has come between that says yes', async () => {
  const gate = gateOver(tempDir(), async () => true);
  const no = { decision: 'block', decidedBy: ['guard'], toAgent: [{ text: 'NO', hook: 'guard' }] };
  const hooks = async (): Promise<Verdict> => {
    // As when the user answers "always" for a call beside this one.
    gate.allow.push('Edit(**)');
    return { ...NO_VERDICT, ...no, event: 'PermissionRequest' } as Verdict;
  };
  expect(await gate.ask('a.txt', { hooks })).toMatchObject({
    is: 'refused',
    who: 'hook',
    text: 'NO',
  });
});
