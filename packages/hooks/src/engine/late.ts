import { strongestOf } from '../deciding/combine.ts';
import type { Entry } from '../entries/entry.ts';
import type { Effect } from '../vocabulary/effect.ts';
import type { Signal } from '../vocabulary/signal.ts';
import type { Told, UserText, Verdict } from '../vocabulary/verdict.ts';
import type { Result } from './setting.ts';

/** A run that ended after its event, with what it said. */
export interface Late extends Result {
  readonly signals: readonly Signal[];
}

/**
 * What comes of a hook that nobody waited for: its decision is too late, its context is not. Pure.
 * `first` is what the event came to without it.
 */
export function lateVerdict(first: Verdict, late: Late, async: Entry['async']): Verdict {
  const { hook, effects } = late.asked;
  const woken = async === 'rewake' && late.signals.some(isBlock);
  // An event that was blocked takes no context, and what was erased must not come back in one.
  const isShut = first.erasePrompt || first.decision === 'block' || first.decision === 'halt';
  const missed = woken ? undefined : missedBy(effects);
  return {
    event: first.event,
    decision: 'none',
    decidedBy: [],
    rewrittenBy: [],
    toAgent: woken && !first.erasePrompt ? [wakeText(late)] : [],
    toUser: [
      ...effects.flatMap((effect): UserText[] =>
        effect.do === 'tell-user' && effect.for === undefined
          ? [
              {
                ...{ text: effect.text, hook, tone: effect.tone },
                ...(effect.named ? { named: true } : {}),
              },
            ]
          : [],
      ),
      ...(missed === undefined
        ? []
        : [{ text: tooLate(hook, missed), hook, tone: 'warning' as const, named: true as const }]),
    ],
    context: isShut
      ? []
      : effects.flatMap((effect) =>
          effect.do === 'add-context' ? [{ text: effect.text, hook }] : [],
        ),
    erasePrompt: first.erasePrompt,
    runs: [late.run],
  };
}

const isBlock = ({ is }: Signal): boolean => is === 'block' || is === 'deny';

/** What it wrote for the agent; stdout where stderr is empty. */
function wakeText({ run, asked: { hook, effects } }: Late): Told {
  const said = run.stderr.trim() || run.stdout.trim();
  const given = reasonsIn(effects);
  const isAnswer = run.outcome.is !== 'exit' || run.outcome.code !== 2 || said === '';
  return { text: isAnswer ? given.join('\n\n') : said, hook };
}

/** What it decided, in words with its reason; undefined where it decided nothing. */
function missedBy(effects: readonly Effect[]): string | undefined {
  const decision = strongestOf(effects);
  const word =
    decision === 'none' ? OTHERS.find(({ effect }) => has(effects, effect))?.word : decision;
  return word && [word, ...reasonsIn(effects)].join(': ');
}

const reasonsIn = (effects: readonly Effect[]): string[] =>
  effects.flatMap((effect) =>
    effect.do === 'tell-agent' || (effect.do === 'tell-user' && effect.for !== undefined)
      ? [effect.text]
      : [],
  );

const OTHERS = [
  { effect: 'rewrite', word: 'rewrite' },
  { effect: 'tell-agent', word: 'feedback for the agent' },
] as const;

const has = (effects: readonly Effect[], name: Effect['do']) =>
  effects.some((effect) => effect.do === name);

const tooLate = (hook: string, missed: string): string =>
  `hook "${hook}" is async, so its decision came too late (${missed})`;
