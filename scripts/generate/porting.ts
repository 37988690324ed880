import { claudeCode } from '../../packages/code/src/hooks/import/peers/claude-code.ts';
import { codex } from '../../packages/code/src/hooks/import/peers/codex.ts';
import { geminiCli } from '../../packages/code/src/hooks/import/peers/gemini-cli.ts';
import type { Peer } from '../../packages/code/src/hooks/import/peers/peer.ts';
import { CONFIGURED } from '../../packages/hooks/src/handlers/index.ts';
import { EVENT_NAMES, type EventName } from '../../packages/hooks/src/vocabulary/events.ts';
import { code, table } from './docs.ts';

const PEERS: readonly Peer[] = [claudeCode, geminiCli, codex];

/** What `wave hooks import` knows of other agents, for docs/porting.md. */
export const portingTables = (): Record<string, string> => ({
  portEvents: table(
    ['Wave', ...PEERS.map(({ title }) => title)],
    EVENT_NAMES.map((event) => [
      code(event),
      ...PEERS.map((peer) => namesOf(peer, event).map(code).join(', ') || '-'),
    ]),
  ),
  portMissing: table(
    ['agent', 'events Wave does not have'],
    PEERS.map((peer) => [peer.title, missing(peer).map(code).join(', ')]),
  ),
  portFields: table(
    ['agent', 'fields of a hook that the import converts or reports'],
    PEERS.map((peer) => [peer.title, fieldsOf(peer).map(code).join(', ')]),
  ),
  portDifferences: table(
    ['agent', 'event', 'field', 'what is different in Wave'],
    PEERS.flatMap((peer) => EVENT_NAMES.flatMap((event) => differenceRows(peer, event))),
  ),
  portTimeouts: table(
    ['agent', 'usual', 'otherwise'],
    PEERS.map(({ title, timeout: { usual, ...others } }) => [
      title,
      `${usual} s`,
      Object.entries(others)
        .map(([event, seconds]) => `${code(event)}: ${seconds} s`)
        .join(', ') || '-',
    ]),
  ),
});

/** Where its entries have our form, the fields of our handlers are carried over, too. */
const fieldsOf = ({ fields, rules, types }: Peer): string[] => {
  const shared = rules ? CONFIGURED.filter(({ type }) => types.includes(type)) : [];
  const names = shared.flatMap((handler) => Object.keys(handler.fields));
  return [...new Set([...Object.keys(fields), ...names])];
};

const namesOf = ({ events }: Peer, event: EventName): string[] =>
  Object.entries(events).flatMap(([name, rule]) =>
    'to' in rule && rule.to === event ? [name] : [],
  );

const missing = ({ events }: Peer): string[] =>
  Object.entries(events).flatMap(([name, rule]) => ('why' in rule ? [name] : []));

const differenceRows = ({ title, differences }: Peer, event: EventName): string[][] =>
  (differences[event] ?? []).map(({ field, why }) => [title, code(event), field, why]);
