import type { Agent } from '@wavehooks/agent-sdk';
import { Text } from 'ink';
import { useMemo } from 'react';
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
  const parts = hint ? [hint] : partsOf(agent, full);
  return <Text>{paint('quiet', clipped(parts.filter(Boolean).join('  ·  '), width))}</Text>;
}

function partsOf(agent: Agent, full: string): string[] {
  const { inputTokens, outputTokens, cost } = agent.usage;
  const sum = inputTokens + outputTokens;
  return [
    agent.model,
    hookSummary(agent),
    agent.permissionMode === 'default' ? '' : agent.permissionMode,
    sum > 0 ? `${sum.toLocaleString('en')} tokens` : '',
    full,
    costText(cost),
    '/help',
  ];
}

/** From so many percent on it is worth a word. */
const WORTH = 5;

/** How much of what the model can read at once is used. */
function fullText({ messages, window }: Agent): string {
  const full = messages.length === 0 ? 0 : Math.round((100 * window.used) / window.size);
  return full < WORTH ? '' : `${full}% of the window`;
}
