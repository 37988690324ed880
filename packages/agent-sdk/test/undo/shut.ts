import { Agent } from '../../src/open/agent.ts';
import { scriptedModel } from '../../src/testing.ts';

// An agent of an ordinary user: runs a command, takes it back and prints what came of that.
const [workdir = '', home = '', command = ''] = process.argv.slice(2);
const agent = await Agent.create({
  workdir,
  home,
  model: scriptedModel([{ calls: [{ name: 'Bash', input: { command } }] }, 'ok']),
  permissionMode: 'bypassPermissions',
  session: { keep: true },
});
await agent.sendMessage('P1');
const { rewound, skipped } = await agent.undo(agent.checkpoints()[0]?.id ?? '');
await agent.close();
process.stdout.write(JSON.stringify({ rewound, skipped }));
process.exit();
