import { existsSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Agent, asMarkdown, readAgents } from '@wavehooks/agent-sdk';
import { makeRedactor } from '@wavehooks/settings/log';
import { exactPlace } from '../../cli/style.ts';
import type { TellingContext } from '../control/command.ts';

const REPLACE = '--replace';

/** /export: the conversation as markdown, without secrets. A file that is there stays, unless the user says so. */
export function exportConversation({ controller, print }: TellingContext, args: string): void {
  const { agent } = controller;
  const replace = args.startsWith(`${REPLACE} `);
  const named = (replace ? args.slice(REPLACE.length) : args)
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2');
  const file = named === '' ? freeName(agent) : resolve(agent.projectDir, inHome(named));
  if (!replace && existsSync(file))
    throw new Error(
      `${exactPlace(file)} is there already, and stays as it is; /export ${REPLACE} ${named} writes over it`,
    );
  const folder = dirname(file);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${exactPlace(folder)} is not a directory; create it first`);
  const text = makeRedactor(process.env)(markdownOf(agent));
  // Of its own: what was said in a session is nobody else's to read.
  writeFileSync(file, text, { flag: replace ? 'w' : 'wx', mode: 0o600 });
  print(`The conversation is in ${exactPlace(file)}. Recognized secrets were removed.`);
}

const inHome = (path: string): string =>
  path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;

function markdownOf({ messages, transcriptPath }: Agent): string {
  const agents = transcriptPath === '' ? [] : readAgents(transcriptPath);
  return asMarkdown(titleOf(messages), messages, agents);
}

function titleOf(messages: Agent['messages']): string {
  const [first] = messages.filter(({ from }) => from === 'prompt');
  const text = first?.blocks.find((block) => block.type === 'text');
  return text?.content.split('\n')[0]?.slice(0, 80) || 'A conversation';
}

/** Named by the day and the session; with a number where that is taken. */
function freeName({ projectDir, sessionId }: Agent): string {
  const day = new Date().toISOString().slice(0, 10);
  const name = join(projectDir, `wave-${day}-${sessionId.slice(0, 8)}`);
  for (let at = 1; ; at++) {
    const file = `${name}${at === 1 ? '' : `-${at}`}.md`;
    if (!existsSync(file)) return file;
  }
}
