import { expect, test } from 'vitest';
import { ALLOW, BLOCK, ccc, hookApart, hook as hookAs, place, SEE } from './helpers.ts';

const hook = (event: object, at: ReturnType<typeof place>) =>
  hookAs({ session_id: 's', ...event }, at);

const PERMISSION = {
  hook_event_name: 'PermissionRequest',
  tool_name: 'Bash',
  tool_input: { command: 'git push' },
};

test('a subagent that wants to end is reviewed as a stop', async () => {
  const at = place();
  at.reviewer(BLOCK);
  const held = await hook({ hook_event_name: 'SubagentStop' }, at);
  expect(JSON.parse(held.stdout)).toEqual({ decision: 'block', reason: 'add tests' });
  at.reviewer(ALLOW);
  const { stdout } = await hook({ hook_event_name: 'SubagentStop' }, at);
  expect(JSON.parse(stdout)).toEqual({ reason: 'good' });
  // Only the agent's own stop begins the count anew.
  expect(at.state()).toMatchObject({ count: 2, last: { event: 'SubagentStop', verdict: 'allow' } });
});

test('a permission: no refuses it, yes leaves it to the user', async () => {
  const at = place();
  at.reviewer(BLOCK);
  const { stdout } = await hook(PERMISSION, at);
  expect(JSON.parse(stdout)).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PermissionRequest',
      decision: { behavior: 'deny', message: 'add tests' },
    },
  });
  at.reviewer(ALLOW);
  expect(JSON.parse((await hook(PERMISSION, at)).stdout)).toEqual({});
  expect(at.seen()[0]).toMatchObject({
    evidence: { question: { tool_name: 'Bash', tool_input: { command: 'git push' } } },
  });
  const { stderr, code } = await hook({ ...PERMISSION, tool_input: 1 }, at);
  expect([code, stderr]).toEqual([2, expect.stringContaining('tool_input: expected an object')]);
});

test('while it is off, and inside of a review, it says nothing about a permission', async () => {
  const at = place();
  const how = { stdin: JSON.stringify(PERMISSION), env: { CCC_SUPERVISOR_HOOK: '1' } };
  expect((await ccc(['supervisor-hook'], at, how)).stdout).toBe('{}\n');
});

test('a broken review is told once more when the session ends', async () => {
  const at = place();
  at.reviewer('exit 3');
  const end = { hook_event_name: 'SessionEnd', reason: 'other' };
  expect(await hook(end, at)).toMatchObject({ code: 0, stdout: '{}\n', stderr: '' });
  const broken = await hook({ hook_event_name: 'Stop' }, at);
  expect(broken.code).toBe(1);
  expect(await hook(end, at)).toMatchObject({ code: 1, stdout: '', stderr: broken.stderr });
  at.reviewer(ALLOW);
  await hook({ hook_event_name: 'Stop' }, at);
  expect(await hook(end, at)).toMatchObject({ code: 0, stderr: '' });
  at.write('config/ccc.json', '{"supervisor": {"model": 1}}');
  expect(await hook(end, at)).toMatchObject({ code: 1, stderr: expect.stringContaining('model') });
});

test('sessions side by side do not wait for each other, nor mix what they know', async () => {
  const at = place();
  // Each waits until all have begun: one after the other, they would never end.
  at.reviewer(`cat > ../in.$$; echo x >> ../began; n=0
    until [ "$(wc -l < ../began)" -ge 3 ] || [ $n -ge 300 ]; do n=$((n+1)); sleep 0.1; done
    [ $n -lt 300 ] || exit 1
    id=$(grep -o '"session_id":"[a-z]*"' ../in.$$ | head -n 1 | cut -d '"' -f 4)
    printf '{"allow_stop":false,"feedback":"%s"}' "$id"`);
  const names = ['one', 'two', 'three'];
  const ends = await Promise.all(
    names.map((session_id) => hookApart({ hook_event_name: 'Stop', session_id, cwd: at.work }, at)),
  );
  expect(ends.map(({ stdout }) => JSON.parse(stdout).reason)).toEqual(names);
  expect(at.sessionFiles()).toHaveLength(3);
});

test('status shows what reviews took', async () => {
  const at = place();
  const reply = '{"allow_stop":true,"feedback":"good","cost_usd":0.0125,"tokens":1200}';
  at.reviewer(`${SEE}; echo '${reply}'`);
  await hook({ hook_event_name: 'Stop' }, at);
  await hook({ hook_event_name: 'Stop' }, at);
  const { stdout } = await ccc(['status'], at);
  expect(stdout).toContain('all sessions: 2 reviews, 2,400 tokens, $0.0250\n');
  expect(stdout).toMatch(/^s {2}0 of 20 {2}2 reviews, 2,400 tokens, \$0\.0250 {2}/m);
  const json = JSON.parse((await ccc(['status', '--json'], at)).stdout);
  expect(json.sessions[0].cost).toEqual({ reviews: 2, tokens: 2400, usd: 0.025 });
});
