import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call, converse, say } from './converse.ts';

const REASON = 'the report belongs into the shared directory';

describe('with bubblewrap', { tags: 'bubblewrap' }, () => {
  test.each([
    ['yes', 'y', ['report']],
    ['no', 'n', []],
  ] as const)(
    'a command that failed inside asks to run outside, with the reason: %s',
    async (_, key, made) => {
      // Not in /tmp, which is another directory inside.
      const out = mkdtempSync('/var/tmp/wave-test-');
      onTestFinished(() => rmSync(out, { recursive: true, force: true }));
      const command = `touch ${out}/report`;
      const talk = await converse({ args: ['--permission-mode', 'sandboxed'] });
      talk.server.script(
        call('Bash', { command }, 'one'),
        call('Bash', { command, outside_sandbox: REASON }, 'two'),
        say('That was it.'),
      );
      await talk.send('write the report');
      const shown = await talk.waitFor('Run this command?');
      expect(shown).toContain(
        'This ran in the sandbox, which may be why it failed: it wrote where',
      );
      expect(talk.sent()).toContain('call Bash again with outside_sandbox set to the reason');
      expect(talk.screen().replace(/[\s│]+/g, ' ')).toContain(
        `Asked because it leaves the sandbox: it would run outside of the sandbox, because: ${REASON} $ ${command}`,
      );
      // Nothing offers to answer the next one as well.
      expect(talk.screen()).not.toContain("don't ask again");
      expect(readdirSync(out)).toEqual([]);
      await talk.answer(key);
      await talk.waitFor('That was it.');
      expect(readdirSync(out)).toEqual(made);
    },
  );
});
