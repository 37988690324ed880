import type { Agent, ContextKinds } from '@wavehooks/agent-sdk';
import { exactPlace, homeShort } from '../../cli/style.ts';
import type { TellingContext } from '../control/command.ts';
import { switchedOffIn } from '../hooks/session-hooks.ts';
import { counted } from '../text/lines.ts';

/** /status: what is in force and what was used. */
export function status({ controller, print }: TellingContext): void {
  const { agent } = controller;
  const { inputTokens, outputTokens, cachedTokens, cost } = agent.usage;
  const count = (tokens: number) => tokens.toLocaleString('en');
  print(
    `Model:    ${agent.model}`,
    `Thinking: ${thinkingText(agent)}`,
    `Project:  ${homeShort(agent.projectDir)}`,
    `Session:  ${agent.sessionId}`,
    ...(agent.transcriptPath ? [`          ${homeShort(agent.transcriptPath)}`] : []),
    `Hooks:    ${hookSummary(agent)}`,
    ...memoryLines(agent.instructions, 'Memory:   '),
    `Mode:     ${agent.permissionMode}`,
    `Sandbox:  ${sandboxText(agent)}`,
    `Window:   ${windowText(agent.window)}`,
    `Tokens:   ${count(inputTokens)} in (${count(cachedTokens)} from the cache), ${count(outputTokens)} out`,
    `Cost:     ${costText(cost) || 'not known for this model'}`,
  );
}

/** The files that the agent follows, one a line; nothing where there are none. */
export const memoryLines = (files: readonly string[], head: string): string[] =>
  files.map((file, at) => `${at === 0 ? head : ' '.repeat(head.length)}${exactPlace(file)}`);

/** What the model is asked for, and whether it takes that. */
export const thinkingText = ({ effort, thinks, model }: Agent): string =>
  thinks === false ? `${effort}, but ${model} is not known to think` : effort;

/** "12% full (24,000 of 200,000 tokens)". */
const windowText = ({ used, size }: Agent['window']): string =>
  `${Math.round((100 * used) / size)}% full (${used.toLocaleString('en')} of ${size.toLocaleString('en')} tokens)`;

/** "workspace (bubblewrap 0.8.0); network: none", or why there is none. */
function sandboxText({ commandBox: { profile }, sandbox }: Agent): string {
  const available = sandbox.available();
  if (!available.ok)
    return `${profile === 'off' ? 'off' : `${profile}, but no command runs`}; not available: ${available.why} (wave sandbox doctor)`;
  if (profile === 'off') return `off; available: ${available.version}`;
  const hosts = sandbox.settings.allow.map((rule) => rule.replace(/^domain:/, '')).join(', ');
  const reach = profile === 'workspace' && hosts !== '' ? hosts : 'none';
  return `${profile} (${available.version}); network: ${reach}`;
}

/** In US dollars; nothing where it is not known or nothing. */
export const costText = (cost: number | undefined): string =>
  cost === undefined || cost === 0 ? '' : `$${cost.toFixed(cost < 0.1 ? 4 : 2)}`;

/** "7 hooks, 1 off, 1 changed, 2 need review". */
export function hookSummary(agent: Pick<Agent, 'hooks'>): string {
  const { hooks } = agent;
  const { waiting, changed } = hooks;
  const off = switchedOffIn(agent);
  const active = hooks.entries.filter(({ enabled, approved }) => enabled && approved).length;
  const wrong = hooks.problems.filter(({ level }) => level === 'error').length;
  return [
    counted(active, 'hook'),
    off > 0 ? `${off} off` : '',
    changed > 0 ? `${changed} changed` : '',
    waiting > 0 ? `${waiting} need review` : '',
    wrong > 0 ? `${wrong} wrong` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

const LABELS: Readonly<Record<keyof ContextKinds, string>> = {
  system: 'System prompt and memory',
  tools: 'Tools',
  prompts: 'Your prompts and notes',
  answers: 'Answers and calls',
  results: 'Tool results',
};

/** /context: what fills the model's window. */
export function context({ controller, print, paint }: TellingContext): void {
  const { window } = controller.agent;
  const kinds = Object.entries(window.kinds()) as [keyof ContextKinds, number][];
  const most = Math.max(1, ...kinds.map(([, tokens]) => tokens));
  print(
    `Context: ${windowText(window)}`,
    ...kinds.map(([kind, tokens]) => {
      const bar = paint('accent', '█'.repeat(Math.round((BAR * tokens) / most)));
      return `  ${LABELS[kind].padEnd(26)}${tokens.toLocaleString('en').padStart(9)}  ${bar}`.trimEnd();
    }),
    ...(window.used > window.size / 2 ? ['/compact makes room.'] : []),
  );
}

const BAR = 24;
