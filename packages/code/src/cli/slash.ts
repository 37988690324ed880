import { commandMeant } from '@wavehooks/hooks/vocabulary';

/** What other agents call the commands that can be typed in a conversation. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  cost: 'status',
  usage: 'status',
  stats: 'status',
  context: 'status',
  session: 'status',
  quit: 'exit',
  bye: 'exit',
  new: 'clear',
  reset: 'clear',
  continue: 'resume',
  sessions: 'resume',
  chat: 'resume',
  rewind: 'undo',
  restore: 'undo',
  checkpoint: 'undo',
  compress: 'compact',
  summarize: 'compact',
  allowedtools: 'permissions',
  approvals: 'permissions',
  mode: 'permissions',
  models: 'model',
};

/** There is no such command: with what was probably meant among those that there are, else with `advice`. */
export function noSlashCommand(name: string, known: readonly string[], advice = ''): string {
  const meant = commandMeant(name, known, ELSEWHERE);
  const isThere = meant !== undefined && known.includes(meant);
  return `there is no command /${name}${isThere ? `; did you mean /${meant}?` : advice}`;
}
