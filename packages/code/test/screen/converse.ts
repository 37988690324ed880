import { onTestFinished } from 'vitest';
import { startWire, type WireServer } from '../../../agent-sdk/test/wire/server.ts';
import { place } from '../helpers.ts';
import { openTerminal, type Terminal, type TerminalOptions } from './terminal.ts';

export { call, fail, say } from '../../../agent-sdk/test/wire/reply.ts';

interface ConverseOptions extends TerminalOptions {
  /** The user's own settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Further files of the place, by path. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface Converse extends Terminal {
  readonly server: WireServer;
  /** All that went to the model, as one text. */
  sent(): string;
}

/** The screen, opened on a model's endpoint on loopback, ready for the first prompt. */
export async function converse({
  settings,
  files = {},
  ...options
}: ConverseOptions = {}): Promise<Converse> {
  const where = options.where ?? place();
  if (settings) where.write('home/.wave/settings.json', settings);
  for (const [path, text] of Object.entries(files)) where.write(path, text);
  const server = await startWire();
  onTestFinished(() => server.close());
  const env = { ...server.env('anthropic'), ...options.env };
  const terminal = openTerminal({ ...options, where, env });
  await terminal.ready();
  const sent = () => JSON.stringify(server.requests.map(({ body }) => body));
  return { ...terminal, server, sent };
}

/** Settings with one hook. */
export const hookOn = (event: string, command: string, more: Record<string, unknown> = {}) => {
  const { matcher, ...entry } = more;
  const hook = { type: 'command', name: 'guard', command, ...entry };
  return { hooks: { [event]: [{ ...(matcher ? { matcher } : {}), hooks: [hook] }] } };
};

export const answering = (answer: unknown) => `printf %s '${JSON.stringify(answer)}'`;

/** What a PreToolUse hook says in the modern spelling. */
export const deciding = (permissionDecision: string, more: Record<string, unknown> = {}) =>
  answering({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, ...more },
  });
