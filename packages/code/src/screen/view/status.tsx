import type { Agent } from '@wavehooks/agent-sdk';
import { Text } from 'ink';
import { useMemo } from 'react';
import stringWidth from 'string-width';
import { costText, hookSummary } from '../commands/status.ts';
import { clipped } from '../text/lines.ts';
import { useCanvas } from './parts/context.ts';

interface StatusProps {
  readonly agent: Agent;
  /** What is said in its place for a moment. */
  readonly hint: string;
}

/** The quiet line at the bottom. */
export function Status({ agent, hint }: StatusProps) {
  const { paint, width } = useCanvas();
  const said = agent.messages.length;
  // Counted anew with each message: it takes more than a frame has.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the messages are why it changes
  const full = useMemo(() => fullText(agent), [agent, said]);
  const text = hint || fitting(partsOf(agent, full), width);
  return <Text>{paint('quiet', clipped(text, width))}</Text>;
}

interface Part {
  readonly text: string;
  /** Where there is no room for all, the one with the highest number goes first. */
  readonly goes: number;
}

function partsOf(agent: Agent, full: string): Part[] {
  const { inputTokens, outputTokens, cost } = agent.usage;
  const sum = inputTokens + outputTokens;
  return [
    { text: agent.model, goes: 1 },
    { text: hookSummary(agent), goes: 0 },
    { text: agent.permissionMode === 'default' ? '' : agent.permissionMode, goes: 0 },
    { text: sum > 0 ? `${sum.toLocaleString('en')} tokens` : '', goes: 5 },
    { text: full, goes: 2 },
    { text: costText(cost), goes: 4 },
    { text: '/help', goes: 3 },
  ];
}

/** As many parts as fit: half a part says nothing. */
export function fitting(parts: readonly Part[], width: number): string {
  const kept = parts.filter(({ text }) => text !== '');
  const line = kept.map(({ text }) => text).join('  ·  ');
  const last = Math.max(...kept.map(({ goes }) => goes));
  return stringWidth(line) <= width || last === 0
    ? line
    : fitting(
        kept.filter(({ goes }) => goes < last),
        width,
      );
}

/** From so many percent on it is worth a word. */
const WORTH = 5;

/** How much of what the model can read at once is used. */
function fullText({ messages, window }: Agent): string {
  const full = messages.length === 0 ? 0 : Math.round((100 * window.used) / window.size);
  return full < WORTH ? '' : `${full}% of the window`;
}
