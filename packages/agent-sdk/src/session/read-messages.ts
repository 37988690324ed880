import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createConversation } from '../conversation/conversation.ts';
import type { Message } from '../vocabulary/messages.ts';
import type { AgentMessages } from './as-markdown.ts';
import { settleCalls } from './settle-calls.ts';
import { agentsDir } from './transcript/session-files.ts';
import { isBusy } from './transcript/session-lock.ts';
import { readTranscript } from './transcript/transcript.ts';

/** What was said in a session, from its file alone. What nobody works on any more has come to an end. */
export function readMessages(
  file: string,
  isOver = isBusy(file) === undefined,
): readonly Message[] {
  const conversation = createConversation(
    () => '',
    () => {},
  );
  conversation.restore(readTranscript(file).changes);
  if (isOver) settleCalls(conversation);
  return conversation.messages;
}

/** What was said in the subagents of a session. */
export function readAgents(file: string): AgentMessages[] {
  const isOver = isBusy(file) === undefined;
  return agentFiles(file).map(({ agent, file: own }) => ({
    id: agent,
    messages: readMessages(own, isOver),
  }));
}

/** The files of a session's subagents, in the order in which they started. */
export function agentFiles(file: string): { readonly agent: string; readonly file: string }[] {
  const dir = agentsDir(file);
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.jsonl')) : [];
  return names
    .map((name) => ({ name, made: statSync(join(dir, name)).birthtimeMs }))
    .sort((a, b) => a.made - b.made || (a.name < b.name ? -1 : 1))
    .map(({ name }) => ({ agent: name.slice(0, -'.jsonl'.length), file: join(dir, name) }));
}
