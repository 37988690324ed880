import type { Agent } from '@wavehooks/agent-sdk';
import type { JudgedItem } from '@wavehooks/settings';
import { someOf } from '../../cli/fold.ts';
import { exactly, homeShort } from '../../cli/style.ts';
import { hookSummary, memoryLines } from '../commands/status.ts';
import { shownNote } from '../machine/shell.ts';
import { type Item, itemsOf } from '../state/item.ts';
import { counted } from '../text/lines.ts';
import type { Paint } from '../text/theme.ts';

declare const WAVE_VERSION: string;

interface WelcomeFacts {
  readonly declined: readonly JudgedItem[];
  /** Whether the practice model is there because no key was found. */
  readonly lacksKey: boolean;
  readonly paint: Paint;
}

/** What one sees first: where one is, and what guards it. */
export function welcome(agent: Agent, { declined, lacksKey, paint }: WelcomeFacts): Item[] {
  const lines = [
    `${paint('user', '≈ wave')} ${paint('quiet', WAVE_VERSION)}`,
    `  model    ${agent.model === 'practice' ? 'practice (offline, no key needed)' : agent.model}`,
    `  project  ${homeShort(agent.projectDir)}`,
    `  hooks    ${hookSummary(agent)}`,
    ...memoryLines(agent.instructions, '  memory   '),
    ...(agent.model === 'practice' ? practiceLines(lacksKey, paint) : []),
  ];
  return [{ is: 'welcome', lines }, ...problems(agent), ...guardsOff(declined)];
}

/** What was said in a conversation that is resumed. */
export interface Earlier {
  /** What stands on no screen: it is read where somebody asks for it. */
  readonly before: readonly Item[];
  readonly items: readonly Item[];
}

/** A conversation that is resumed shows its end, and says how the rest of it can be read. */
export function earlier({ messages }: Agent, reading: string): Earlier {
  const at = Math.max(0, messages.length - EARLIER);
  const [before, items] = [saidIn(messages.slice(0, at)), saidIn(messages.slice(at))];
  if (at === 0) return { before, items };
  const text = `${counted(at, 'earlier message')} not printed here: ${reading}`;
  return { before, items: [{ is: 'told', tone: 'info', text }, ...items] };
}

/** What hooks said right behind a prompt was about it. */
function saidIn(messages: Agent['messages']): Item[] {
  const items: Item[] = [];
  for (const item of messages.flatMap((message) => itemsOf(message, 0)).map(inFull)) {
    const last = items.at(-1);
    if (last?.is === 'prompt' && item.is === 'to-agent' && item.hooks)
      items[items.length - 1] = { ...last, notes: [...(last.notes ?? []), item] };
    else items.push(item);
  }
  return items;
}

/** How they can be read, on the screen and in the plain mode. */
export const READING = {
  screen: 'Ctrl-O, then Home, shows them from the beginning',
  plain: '/earlier reads them out from the beginning, /earlier 20 the last 20',
} as const;

const EARLIER = 60;

/** What a command of the user printed then stands nowhere else now. */
const inFull = (item: Item): Item =>
  item.is === 'to-agent' && item.shell !== undefined ? shownNote(item.shell, item.text) : item;

const practiceLines = (lacksKey: boolean, paint: Paint) => [
  '',
  `${lacksKey ? 'No key was found, so this' : 'This'} is the practice model: it follows plain sentences and nothing else.`,
  'Three things to try:',
  `  ${paint('accent', 'run ls -la')}`,
  `  ${paint('accent', 'write notes.txt: hello')}`,
  `  ${paint('accent', '/hooks')}`,
  ...(lacksKey
    ? [paint('quiet', 'With ANTHROPIC_API_KEY or OPENAI_API_KEY set, a real model answers.')]
    : []),
];

const problems = ({ problems: all }: Agent): Item[] =>
  all.map(({ level, source, text }) => ({ is: 'told', tone: level, text: `${source}: ${text}` }));

/** Whoever declines should know what does not protect them now. */
function guardsOff(declined: readonly JudgedItem[]): Item[] {
  if (declined.length === 0) return [];
  const names = someOf(declined.map(({ label }) => exactly(label)));
  return [
    {
      is: 'told',
      tone: 'warning',
      text: `not approved, so these of the project are off: ${names}. /hooks shows them.`,
    },
  ];
}
