import type { Reply } from '../../packages/code/src/guard/trial/wire/reply.ts';
import type { Client } from './clients.ts';
import type { Play, Seen } from './play.ts';
import { PRINTED } from './stage.ts';

/** What a hook asks for at a moment, and how one sees that it happened. */
export interface Situation {
  readonly event: string;
  readonly verb: string;
  readonly effect: string;
  readonly play: Play;
  /** Whether it happened as asked. */
  readonly asAsked: (seen: Seen) => boolean;
  /** Whether what the hook is about happened without it, where it was not asked; by default, that the tool ran. */
  readonly slipped?: (seen: Seen) => boolean;
}

/** A word that nobody but the hook says, and one that stands for what a rewrite puts in. */
export const WORD = 'zebra-7';
export const OTHER = 'okapi-9';
/** What the model hears of a halt that became a refusal. */
export const ENDED = 'A hook ended the turn.';

const MAKE = `printf ${PRINTED} | tee made`;
const INSTEAD = `printf ${OTHER} > changed`;

const says = (answer: object) => `printf %s '${JSON.stringify(answer)}'`;
const section = (hookEventName: string, fields: object) =>
  says({ hookSpecificOutput: { hookEventName, ...fields } });

const shell = (client: { shell: (command: string) => Reply }) => [client.shell(MAKE)];
const delegate = ({ delegate: work, meanwhile = [] }: Client) => (work ? [work, ...meanwhile] : []);

/** The other agent's request comes between the two of its own. */
export const delegated = ({ steps }: Seen): boolean => steps.length > 2;

/** Holds what would stop, once. */
const HOLD = `case $asked in *'"stop_hook_active":true'*) ;; *) echo ${WORD} >&2; exit 2;; esac`;

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
  return { ...rest, play: { ...play, script: delegate }, slipped: delegated };
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
const ASKED = 'PermissionRequest';
const POST = 'PostToolUse';
const PROMPTED = 'UserPromptSubmit';
const STARTED = 'SubagentStart';
const BEGUN = 'SessionStart';

export const REFUSE = `echo ${WORD} >&2; exit 2`;
const HALT = says({ continue: false, stopReason: WORD });
const tells = (event: string) => section(event, { additionalContext: WORD });
const decides = (decision: object) => section(ASKED, { decision });

export const refused = (seen: Seen) => !ran(seen) && heard(seen).includes(WORD);
const stopped = (seen: Seen) => !ran(seen) && !wentOn(seen);
const changed = (seen: Seen) => seen.file('changed') === OTHER && !ran(seen);
const hearsIt = (seen: Seen) => heard(seen).includes(WORD);
const ranAndHears = (seen: Seen) => ran(seen) && hearsIt(seen);
const neverAsked = (seen: Seen) => seen.steps.length === 0;
const knows = (seen: Seen) => first(seen).includes(WORD);

const ASK = section(PRE, { permissionDecision: 'ask', permissionDecisionReason: WORD });
const ALLOW = section(PRE, { permissionDecision: 'allow', permissionDecisionReason: WORD });
const REWRITE = section(PRE, { updatedInput: { command: INSTEAD } });
const REWRITE_ALLOWED = decides({ behavior: 'allow', updatedInput: { command: INSTEAD } });
const REPLACE = section(POST, { updatedToolOutput: OTHER });
const REWORD = section(PROMPTED, { updatedPrompt: OTHER });
const replaced = (seen: Seen) => ran(seen) && heard(seen).includes(OTHER) && !isLeaked(seen);
const reworded = (seen: Seen) =>
  first(seen).includes(OTHER) && !first(seen).includes('Do the work.');

/** THE TABLE of what is tried with every agent; `false`: its own rules let nothing run. */
export const SITUATIONS: readonly Situation[] = [
  situation(PRE, '-', 'nothing', 'true', (seen) => ran(seen) && wentOn(seen)),
  situation(PRE, 'deny', 'block', REFUSE, refused),
  situation(PRE, 'ask', 'ask', ASK, (seen) => !ran(seen)),
  situation(PRE, 'allow', 'allow', ALLOW, ran, false),
  situation(PRE, 'rewrite', 'rewrite', REWRITE, changed),
  situation(PRE, 'context', 'context', tells(PRE), ranAndHears),
  situation(PRE, 'halt', 'halt', HALT, stopped),
  situation(PRE, 'warn', 'message', says({ systemMessage: WORD }), (s) => ran(s) && isTold(s)),
  situation(ASKED, 'allow', 'allow', decides({ behavior: 'allow' }), ran, false),
  situation(ASKED, 'deny', 'block', decides({ behavior: 'deny', message: WORD }), refused, false),
  situation(ASKED, 'rewrite', 'rewrite', REWRITE_ALLOWED, changed, false),
  situation(ASKED, 'halt', 'halt', HALT, stopped, false),
  situation(POST, 'block', 'block', REFUSE, (s) => hearsIt(s) && heard(s).includes(PRINTED)),
  situation(POST, 'replace', 'rewrite', REPLACE, replaced),
  situation(POST, 'context', 'context', tells(POST), ranAndHears),
  situation(POST, 'halt', 'halt', HALT, (seen) => ran(seen) && !wentOn(seen)),
  situation(PROMPTED, 'block', 'block', REFUSE, neverAsked),
  situation(PROMPTED, 'context', 'context', tells(PROMPTED), knows),
  situation(PROMPTED, 'replace', 'rewrite', REWORD, reworded),
  situation(PROMPTED, 'halt', 'halt', HALT, neverAsked),
  situation('Stop', 'block', 'hold', HOLD, hearsIt),
  situation('Stop', 'halt', 'halt', HALT, (seen) => seen.steps.length === 2),
  subagents(STARTED, 'context', 'context', tells(STARTED), hearsIt),
  subagents('SubagentStop', 'block', 'hold', HOLD, hearsIt),
  situation(BEGUN, 'context', 'context', tells(BEGUN), knows),
];
