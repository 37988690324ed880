import type { Agent } from '@wavehooks/agent-sdk';
import type { JudgedItem } from '@wavehooks/settings';
import { someOf } from '../../cli/fold.ts';
import { exactly, homeShort } from '../../cli/style.ts';
import { hookSummary, memoryLines } from '../commands/status.ts';
import { shownNote } from '../machine/shell.ts';
import { type Item, itemsOf } from '../state/item.ts';
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

/** A session that is gone on with shows its end: all of it is in its transcript. */
export function earlier({ messages }: Agent): Item[] {
  const shown = messages.slice(-EARLIER);
  const left = messages.length - shown.length;
  const items = shown.flatMap((message) => itemsOf(message, 0)).map(inFull);
  if (left === 0) return items;
  return [{ is: 'told', tone: 'info', text: `${left} earlier messages are not shown` }, ...items];
}

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
