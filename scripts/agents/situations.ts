import type { Play, Seen } from './play.ts';
import type { Reply } from './wire/reply.ts';

/** What a hook asks for at a moment, and how one sees that it happened. */
export interface Situation {
  readonly event: string;
  readonly verb: string;
  readonly effect: string;
  readonly play: Play;
  /** Whether it happened as asked. */
  readonly asAsked: (seen: Seen) => boolean;
}

/** A word that nobody but the hook says, and one that stands for what a rewrite puts in. */
export const WORD = 'zebra-7';
export const OTHER = 'okapi-9';
/** What the model hears of a halt that became a refusal. */
export const ENDED = 'A hook ended the turn.';
/** What the command of the model prints. */
export const PRINTED = 'heron-3';

const MAKE = `printf ${PRINTED} | tee made`;
const INSTEAD = `printf ${OTHER} > changed`;

const says = (answer: object) => `printf %s '${JSON.stringify(answer)}'`;
const section = (hookEventName: string, fields: object) =>
  says({ hookSpecificOutput: { hookEventName, ...fields } });

const shell = (client: { shell: (command: string) => Reply }) => [client.shell(MAKE)];
const delegate = (client: { delegate?: Reply }) => (client.delegate ? [client.delegate] : []);

/** Holds what would stop, once. */
const HOLD = `case $(cat ../asked) in *'"stop_hook_active":true'*) ;; *) echo ${WORD} >&2; exit 2;; esac`;

const situation = (
  event: string,
  verb: string,
  effect: string,
  hook: string,
  asAsked: Situation['asAsked'],
  isOpen = true,
): Situation => ({
  event,
  verb,
  effect,
  play: { event, hook, script: shell, isOpen },
  asAsked,
});

/** The model hands work to another agent, which is done at once. */
function subagents(...given: Parameters<typeof situation>): Situation {
  const { play, ...rest } = situation(...given);
  return { ...rest, play: { ...play, script: delegate } };
}

/** What the model has heard after its call. */
export const heard = ({ steps }: Seen) => steps.slice(1).join('\n');
const first = ({ steps }: Seen) => steps[0] ?? '';
export const ran = ({ file }: Seen) => file('made') === PRINTED;
/** The turn went as if nobody had said anything. */
export const wentOn = (seen: Seen) => seen.steps.length > 1;
export const isTold = ({ output }: Seen) => output.includes(WORD);

/** The output is in the result of the call, not only in the call itself. */
export const isLeaked = (seen: Seen) => heard(seen).split(PRINTED).length > 2;

const PRE = 'PreToolUse';
const POST = 'PostToolUse';
const PROMPTED = 'UserPromptSubmit';

/** THE TABLE of what is tried with every agent. */
export const SITUATIONS: readonly Situation[] = [
  situation(PRE, '-', 'nothing', 'true', (seen) => ran(seen) && wentOn(seen)),
  situation(
    PRE,
    'deny',
    'block',
    `echo ${WORD} >&2; exit 2`,
    (seen) => !ran(seen) && heard(seen).includes(WORD),
  ),
  situation(
    PRE,
    'ask',
    'ask',
    section(PRE, { permissionDecision: 'ask', permissionDecisionReason: WORD }),
    (seen) => !ran(seen),
  ),
  situation(
    PRE,
    'allow',
    'allow',
    section(PRE, { permissionDecision: 'allow', permissionDecisionReason: WORD }),
    ran,
    false,
  ),
  situation(
    PRE,
    'rewrite',
    'rewrite',
    section(PRE, { updatedInput: { command: INSTEAD } }),
    (seen) => seen.file('changed') === OTHER && !ran(seen),
  ),
  situation(
    PRE,
    'context',
    'context',
    section(PRE, { additionalContext: WORD }),
    (seen) => ran(seen) && heard(seen).includes(WORD),
  ),
  situation(
    PRE,
    'halt',
    'halt',
    says({ continue: false, stopReason: WORD }),
    (seen) => !ran(seen) && !wentOn(seen),
  ),
  situation(
    PRE,
    'warn',
    'message',
    says({ systemMessage: WORD }),
    (seen) => ran(seen) && isTold(seen),
  ),
  situation(
    'PermissionRequest',
    'allow',
    'allow',
    section('PermissionRequest', { decision: { behavior: 'allow' } }),
    ran,
    false,
  ),
  situation(
    'PermissionRequest',
    'deny',
    'block',
    section('PermissionRequest', { decision: { behavior: 'deny', message: WORD } }),
    (seen) => !ran(seen) && heard(seen).includes(WORD),
    false,
  ),
  situation(
    'PermissionRequest',
    'rewrite',
    'rewrite',
    section('PermissionRequest', {
      decision: { behavior: 'allow', updatedInput: { command: INSTEAD } },
    }),
    (seen) => seen.file('changed') === OTHER && !ran(seen),
    false,
  ),
  situation(
    'PermissionRequest',
    'halt',
    'halt',
    says({ continue: false, stopReason: WORD }),
    (seen) => !ran(seen) && !wentOn(seen),
    false,
  ),
  situation(
    POST,
    'block',
    'block',
    `echo ${WORD} >&2; exit 2`,
    (seen) => heard(seen).includes(WORD) && heard(seen).includes(PRINTED),
  ),
  situation(
    POST,
    'replace',
    'rewrite',
    section(POST, { updatedToolOutput: OTHER }),
    (seen) => ran(seen) && heard(seen).includes(OTHER) && !isLeaked(seen),
  ),
  situation(
    POST,
    'context',
    'context',
    section(POST, { additionalContext: WORD }),
    (seen) => ran(seen) && heard(seen).includes(WORD),
  ),
  situation(
    POST,
    'halt',
    'halt',
    says({ continue: false, stopReason: WORD }),
    (seen) => ran(seen) && !wentOn(seen),
  ),
  situation(
    PROMPTED,
    'block',
    'block',
    `echo ${WORD} >&2; exit 2`,
    (seen) => seen.steps.length === 0,
  ),
  situation(
    PROMPTED,
    'context',
    'context',
    section(PROMPTED, { additionalContext: WORD }),
    (seen) => first(seen).includes(WORD),
  ),
  situation(
    PROMPTED,
    'replace',
    'rewrite',
    section(PROMPTED, { updatedPrompt: OTHER }),
    (seen) => first(seen).includes(OTHER) && !first(seen).includes('Do the work.'),
  ),
  situation(
    PROMPTED,
    'halt',
    'halt',
    says({ continue: false, stopReason: WORD }),
    (seen) => seen.steps.length === 0,
  ),
  situation('Stop', 'block', 'hold', HOLD, (seen) => heard(seen).includes(WORD)),
  situation(
    'Stop',
    'halt',
    'halt',
    says({ continue: false, stopReason: WORD }),
    (seen) => seen.steps.length === 2,
  ),
  subagents(
    'SubagentStart',
    'context',
    'context',
    section('SubagentStart', { additionalContext: WORD }),
    (seen) => heard(seen).includes(WORD),
  ),
  subagents('SubagentStop', 'block', 'hold', HOLD, (seen) => heard(seen).includes(WORD)),
  situation(
    'SessionStart',
    'context',
    'context',
    section('SessionStart', { additionalContext: WORD }),
    (seen) => first(seen).includes(WORD),
  ),
];
