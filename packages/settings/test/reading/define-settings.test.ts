import { expect, test } from 'vitest';
import { defineSettings } from '../../src/reading/define-settings.ts';
import { SETTINGS_FIELDS } from '../../src/values/settings-fields.ts';

test('settings come back as they were given, with hooks', () => {
  const run = () => undefined;
  const settings = {
    permissions: { deny: ['Read(.env)'] },
    hooks: { Stop: [{ hooks: [{ type: 'function' as const, run }] }] },
  };
  expect(defineSettings(settings)).toEqual(settings);
  expect(defineSettings({ model: 'practice' })).toEqual({ model: 'practice', hooks: {} });
});

test('the compiler knows the fields, and no others', () => {
  defineSettings({
    env: { A: 'b' },
    limits: { stopBlocks: 3 },
    contextWindow: 32_000,
    undo: { commands: true, files: 100 },
    plugins: ['tools/guards'],
    readClaudeCode: true,
    prices: { mine: { input: 1, output: 2 } },
    mcpServers: { memory: { command: 'npx', type: 'stdio' } },
  });
  // @ts-expect-error
  defineSettings({ permission: {} });
  // @ts-expect-error
  defineSettings({ permissions: { denny: [] } });
  // @ts-expect-error
  defineSettings({ permissions: { deny: 'Read' } });
  // @ts-expect-error
  defineSettings({ hooks: { PreToolUs: [] } });
  // @ts-expect-error
  defineSettings({ limits: { stopBlock: 3 } });
  // @ts-expect-error
  defineSettings({ mcpServers: { memory: { type: 'pipe' } } });
  expect(Object.keys(SETTINGS_FIELDS)).toContain('prices');
});
