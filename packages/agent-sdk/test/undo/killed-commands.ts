// A session of commands without end, to be killed: prompt n changes files as `commandOf(n)` says.
import { Agent } from '../../src/open/agent.ts';
import { scriptedModel } from '../../src/testing.ts';
import { commandOf } from './commands-of.ts';

const [dir = '', home = ''] = process.argv.slice(2);
const MAX = 500;
const agent = await Agent.create({
  workdir: dir,
  home,
  model: scriptedModel(
    Array.from({ length: MAX }, (_, n) => [
      { calls: [{ name: 'Bash', input: { command: commandOf(n) } }] },
      'ok',
    ]).flat(),
  ),
  permissionMode: 'bypassPermissions',
  session: { keep: true },
});
console.log(agent.sessionId);
for (let n = 0; n < MAX; n++) await agent.sendMessage(`P${n}`);
