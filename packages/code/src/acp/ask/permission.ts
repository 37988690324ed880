import type {
  PermissionOption,
  RequestPermissionOutcome,
  ToolCallContent,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import type { ConfirmAnswer, ConfirmRequest, Suggestion } from '@wavehooks/agent-sdk';
import { exactLine, exactly } from '../../cli/style.ts';
import { whoAsks } from '../../screen/draw/asked.ts';
import { EDITS, rulesOf, SCOPE_WORDS } from '../../screen/draw/offers.ts';
import { callId } from '../translate/tool-call.ts';
import { diffOf, fenced, rewriteOf, textContent } from '../translate/tool-content.ts';
import { type Called, kindOf, locationsOf, titleOf } from '../translate/tool-titles.ts';

/** A question as an editor shows it, and what each of its answers means. */
export interface Asking {
  readonly toolCall: ToolCallUpdate;
  readonly options: PermissionOption[];
  answerOf(outcome: RequestPermissionOutcome): ConfirmAnswer;
}

interface Choice extends PermissionOption {
  readonly means: ConfirmAnswer;
}

interface Around {
  readonly projectDir: string;
  readonly before: string | undefined;
}

export function askingOf(request: ConfirmRequest, around: Around): Asking {
  const choices = request.tool === 'ExitPlanMode' ? PLAN : choicesOf(request.suggestions);
  return {
    toolCall: questionOf(request, around),
    options: choices.map(({ means: _, ...option }) => option),
    // What is none of the answers is a no: nothing runs that was not answered for.
    answerOf: (outcome) =>
      (outcome.outcome === 'selected' &&
        choices.find(({ optionId }) => optionId === outcome.optionId)?.means) || { answer: 'no' },
  };
}

const ONCE: Choice = {
  optionId: 'once',
  name: 'Allow once',
  kind: 'allow_once',
  means: { answer: 'yes' },
};

const REJECT: Choice = {
  optionId: 'reject',
  name: 'Reject',
  kind: 'reject_once',
  means: { answer: 'no' },
};

const PLAN: readonly Choice[] = [
  { ...ONCE, name: 'Yes, and ask before each edit', means: { answer: 'yes', mode: 'default' } },
  {
    optionId: 'accept-edits',
    name: 'Yes, and make edits without asking',
    kind: 'allow_always',
    means: { answer: 'yes', mode: 'acceptEdits' },
  },
  { ...REJECT, name: 'No, keep planning' },
];

/** A row of buttons has room for a few: what holds in all projects is for `wave permissions add`. */
const choicesOf = (suggestions: readonly Suggestion[]): readonly Choice[] => [
  ONCE,
  ...suggestions.filter(({ scope }) => scope !== 'user').map(alwaysOf),
  REJECT,
];

const alwaysOf = (suggestion: Suggestion, at: number): Choice => ({
  optionId: `always-${at + 1}`,
  name:
    'rule' in suggestion
      ? `Always allow ${exactLine(rulesOf(suggestion))} ${SCOPE_WORDS[suggestion.scope].time}`
      : `Yes, and ${EDITS}`,
  kind: 'allow_always',
  means: { answer: 'always', ...suggestion },
});

/** Who asks and why comes first, then what would run. */
function questionOf(request: ConfirmRequest, { projectDir, before }: Around): ToolCallUpdate {
  const { tool: name, call, input: parameters, original, agent, by, hooks, reasons } = request;
  const called = { name, parameters };
  const links = (request.links ?? []).map(
    ({ path, real, inside }) =>
      `${exactly(path)} leads to ${exactly(real)}${inside ? '' : ', outside the project'}`,
  );
  const why = [...whoAsks(request), ...links];
  return {
    toolCallId: callId(call, agent),
    title: titleOf(called, projectDir, agent ? `${agent.description || agent.type} › ` : ''),
    name,
    kind: kindOf(name),
    status: 'pending',
    content: [
      textContent(why.join('\n\n')),
      ...rewriteOf({ parameters, ...(original ? { original } : {}) }),
      ...subjectOf(called, before),
    ],
    locations: locationsOf(called, before),
    rawInput: parameters,
    _meta: {
      wave: {
        by,
        reasons,
        ...(hooks ? { hooks } : {}),
        ...(original ? { original } : {}),
        ...(agent ? { agent: { id: agent.id, type: agent.type } } : {}),
      },
    },
  };
}

/** A command is shown whole: its title is one line. */
function subjectOf(called: Called, before: string | undefined): ToolCallContent[] {
  const { command, plan } = called.parameters;
  if (called.name === 'Bash') return [textContent(fenced(exactly(String(command))))];
  if (called.name === 'ExitPlanMode') return [textContent(String(plan))];
  return diffOf(called, before);
}
