import { mkdtempSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openAgent } from '../open-agent.ts';
import { blocksOf } from '../talk.ts';
import { call, say } from '../wire/reply.ts';
import { hostProvider } from './provider.ts';

test('a command and a hook in a sandbox find their places as well', {
  tags: 'bubblewrap',
}, async () => {
  // Not in /tmp, which is another directory inside.
  const dir = mkdtempSync('/var/tmp/wave-test-');
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const { tracerProvider, spans } = hostProvider();
  const { agent, server, file } = await openAgent({
    workdir: dir,
    permissionMode: 'sandboxed',
    telemetry: { tracerProvider },
    hooks: {
      Stop: [
        {
          hooks: [
            { type: 'command', name: 'one', command: 'echo $TRACEPARENT >hook', sandbox: true },
          ],
        },
      ],
    },
  });
  server.script(call('Bash', { command: 'echo "$WAVE_SANDBOX $TRACEPARENT"' }), say('done'));
  await agent.sendMessage('PROMPT');
  const placeOf = (name: string) => {
    const { traceId, spanId } =
      spans()
        .find((span) => span.name === name)
        ?.spanContext() ?? {};
    return `00-${traceId}-${spanId}-01`;
  };
  expect(blocksOf(agent.messages, 'tool')[0]?.result).toContain(
    `workspace ${placeOf('execute_tool Bash')}`,
  );
  expect(await file('hook')).toBe(placeOf('run_hook one'));
});
