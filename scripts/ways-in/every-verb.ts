// Hooks as people write them: each event with each verb, alone and joined with others.
import { verbsOf } from '@wavehooks/hook-kit';
import { EVENT_NAMES, type EventName } from '@wavehooks/hooks';

const SAY = {
  allow: "allow('a'",
  deny: "deny('d'",
  ask: "ask('q'",
  rewrite: "rewrite({ command: 'ls' }",
  replace: "replace('r'",
  block: "block('b'",
  context: "context('c'",
  sandbox: "sandbox('workspace'",
  warn: "warn('w'",
  halt: "halt('h'",
} as const;

type Verb = keyof typeof SAY;

const VERBS = Object.keys(SAY) as Verb[];

/** What goes with which verb, as the kit's page says it. */
const JOINS: Partial<Record<Verb, readonly Verb[]>> = {
  allow: ['rewrite', 'replace', 'context', 'sandbox', 'warn'],
  ask: ['rewrite', 'context', 'sandbox', 'warn'],
  deny: ['warn'],
  block: ['replace', 'context', 'warn'],
  rewrite: ['context', 'sandbox', 'warn'],
  replace: ['context', 'warn'],
  context: ['sandbox', 'warn'],
  sandbox: ['context', 'warn'],
  halt: ['replace', 'warn'],
};

/** A module that compiles exactly if every event takes its verbs, all of them, and no others. */
export const everyVerb = (): string =>
  [
    `import { defineHook, ${VERBS.join(', ')} } from '@wavehooks/hook-kit';`,
    'const OFF = { main: false };',
    ...EVENT_NAMES.flatMap((event) => VERBS.flatMap((verb) => cell(event, verb))),
  ].join('\n');

function cell(event: EventName, verb: Verb): string[] {
  const taken: readonly string[] = verbsOf(event);
  const hook = (answer: string) => `defineHook('${event}', ${answer}, OFF);`;
  const alone = `${SAY[verb]})`;
  if (!taken.includes(verb))
    return [`// @ts-expect-error ${event} takes no ${verb}`, hook(`() => ${alone}`)];
  const joined = (JOINS[verb] ?? []).map((other) => ({
    other,
    text: `${SAY[verb]}, ${SAY[other]}))`,
  }));
  return [
    hook(`() => ${alone}`),
    hook(`async () => (Math.random() > 2 ? ${alone} : undefined)`),
    hook(`(input) => { if (input.session_id === 'x') return ${alone}; }`),
    hook(`() => (Math.random() > 2 ? ${alone} : warn('w'))`),
    ...joined.flatMap(({ other, text }) => [
      ...(taken.includes(other) ? [] : [`// @ts-expect-error ${event} takes no ${other}`]),
      hook(`() => ${text}`),
    ]),
  ];
}
