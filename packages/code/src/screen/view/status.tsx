import type { Agent } from '@wavehooks/agent-sdk';
import { Text } from 'ink';
import { useEffect, useMemo, useState } from 'react';
import stringWidth from 'string-width';
import { costText, hookSummary } from '../commands/status.ts';
import { statusText } from '../machine/status-program.ts';
import { clipped, shortCount } from '../text/lines.ts';
import { useCanvas } from './parts/context.ts';

interface StatusProps {
  readonly agent: Agent;
  /** What is said in its place for a moment. */
  readonly hint: string;
  /** Of vim's keys. */
  readonly mode: string;
}

/** The quiet line at the bottom. */
export function Status({ agent, hint, mode }: StatusProps) {
  const { paint, width } = useCanvas();
  const said = agent.messages.length;
  // Counted anew with each message: it takes more than a frame has.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the messages are why it changes
  const full = useMemo(() => fullText(agent), [agent, said]);
  const own = useOwnLine(agent, said);
  const parts = own === undefined ? partsOf(agent, full) : beside(own, agent);
  const text = hint || fitting([{ text: mode.toUpperCase(), goes: 0 }, ...parts], width);
  return <Text>{paint('quiet', clipped(text, width))}</Text>;
}

/** Not with every message of a step that has many. */
const SETTLE_MS = 300;

/** The line that the user's program prints; undefined where there is no program. */
function useOwnLine(agent: Agent, said: number): string | undefined {
  const command = agent.settings?.settings.statusLine;
  const [line, setLine] = useState('');
  const { permissionMode, model } = agent;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are why it changes
  useEffect(() => {
    if (command === undefined) return;
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = statusText(command, agent, setLine);
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [command, agent, said, permissionMode, model]);
  return command === undefined ? undefined : line;
}

/** What guards the user is said whatever the program prints. */
const beside = (own: string, agent: Agent): Part[] => [
  { text: own, goes: 1 },
  { text: needsReview(agent) ? hookSummary(agent) : '', goes: 0 },
  { text: agent.permissionMode === 'default' ? '' : agent.permissionMode, goes: 0 },
];

const needsReview = ({ hooks: { waiting, changed, problems } }: Agent): boolean =>
  waiting + changed > 0 || problems.some(({ level }) => level === 'error');

interface Part {
  readonly text: string;
  /** Where there is no room for all, the one with the highest number goes first. */
  readonly goes: number;
}

function partsOf(agent: Agent, full: string): Part[] {
  return [
    { text: agent.model, goes: 1 },
    { text: hookSummary(agent), goes: 0 },
    { text: agent.permissionMode === 'default' ? '' : agent.permissionMode, goes: 0 },
    { text: full, goes: 2 },
    { text: costText(agent.usage.cost), goes: 4 },
    { text: '? for keys', goes: 3 },
  ];
}

/** As many parts as fit: half a part says nothing. */
function fitting(parts: readonly Part[], width: number): string {
  const kept = parts.filter(({ text }) => text !== '');
  // Measured wider than it is drawn: a line as wide as the window would be broken by each step that narrows it.
  const line = kept.map(({ text }) => text).join('  ·  ');
  const last = Math.max(...kept.map(({ goes }) => goes));
  return stringWidth(line) <= width || last === 0
    ? line
    : fitting(
        kept.filter(({ goes }) => goes < last),
        width,
      );
}

/** How much the model reads with the next request: "9.3k (5%)". */
function fullText({ messages, window: { used, size } }: Agent): string {
  if (messages.length === 0) return '';
  return `${shortCount(used)} (${Math.round((100 * used) / size)}%)`;
}
