import type { Reply } from '../../packages/code/src/guard/trial/wire/reply.ts';
import { HOSTILE as HUNDRED } from '../../packages/code/test/guard/hostile-commands.ts';
import { delegated, REFUSE, refused, type Situation, WORD } from './situations.ts';
import { PRINTED } from './stage.ts';

/** One guard for all of them: it knows only what Wave says of a call. */
const GUARD = `case $asked in *'"program":"rm"'*|*secrets.txt*) echo ${WORD} >&2; exit 2;; esac`;

/** The same for whatever destroys, and for what Wave cannot read. */
const NO_LOSS = `case $asked in *'"program":"rm"'*|*'"program":"shred"'*|*'"program":null'*) echo ${WORD} >&2; exit 2;; esac`;

/** What the guard must see through. The file is gone if it did not. */
const COMMANDS: Readonly<Record<string, string>> = {
  'rm in a list': 'true && rm -f made',
  'rm by a wrapper': 'env -i timeout 5 rm -f made',
  'rm in a substitution': 'echo "$(rm -f made)"',
  'rm by another shell': "sh -c 'rm -f made'",
};

const tried = (
  effect: string,
  script: Situation['play']['script'],
  asAsked: Situation['asAsked'],
  hook = GUARD,
): Situation => ({
  event: 'PreToolUse',
  verb: 'deny',
  effect,
  play: { event: 'PreToolUse', hook, script, isOpen: true },
  asAsked,
});

/** By its whole path: the same from every directory. */
const makeIn = (project: string) => `printf ${PRINTED} > ${project}/made`;

/** Lets the agent go into another directory first, and refuses what it does there. */
const NOT_MADE = `case $asked in */made*) ${REFUSE};; esac`;

/** The ways around a guard that were open once. */
const AROUND: readonly Situation[] = [
  around('a tool of an MCP server', { matcher: 'mcp__srv__touch' }, (client) => [client.mcp]),
  around('a call in another directory', { inProject: true, hook: NOT_MADE }, (client, project) => [
    client.shell(`cd ${project}/..`),
    client.elsewhere(makeIn(project), `${project}/..`),
  ]),
  {
    ...around(
      'work for a subagent',
      { matcher: 'Task' },
      (client) => (client.delegate ? [client.delegate] : []),
      (seen) => seen.steps.slice(1).join('').includes(WORD),
    ),
    slipped: delegated,
  },
  around(
    'started in a subdirectory',
    { install: ['--user'], startsIn: 'sub', inProject: true },
    (client, project) => [client.shell(makeIn(project))],
  ),
  around('without the resident process', { resident: 'off' }, (client, project) => [
    client.shell(makeIn(project)),
  ]),
  around(
    "Wave's own settings, with --permissions",
    { install: ['--permissions'], hook: 'true' },
    (client) => [client.shell('mkdir -p .wave; echo "{}" > .wave/settings.json')],
    ({ file }) => file('.wave/settings.json') === undefined,
  ),
];

function around(
  effect: string,
  { hook = REFUSE, ...more }: Partial<Situation['play']>,
  script: Situation['play']['script'],
  asAsked: Situation['asAsked'] = refused,
): Situation {
  const one = tried(effect, script, asAsked, hook);
  return { ...one, play: { ...one.play, ...more } };
}

/** A hook that breaks at every stop: the turn ends all the same. */
const BROKEN_STOP: Situation = {
  event: 'Stop',
  verb: '-',
  effect: 'a hook that fails',
  play: {
    event: 'Stop',
    hook: 'exit 1',
    fields: { onError: 'block' },
    script: () => [],
    isOpen: true,
  },
  asAsked: ({ steps }) => steps.length <= 2,
  slipped: () => true,
};

/** A hook of the last moment runs to its end. */
const LAST: Situation = {
  event: 'SessionEnd',
  verb: '-',
  effect: 'a hook runs',
  play: { event: 'SessionEnd', hook: 'true', script: () => [], isOpen: true },
  asAsked: ({ isAsked }) => isAsked,
  slipped: () => true,
};

/** The same guard file with every agent. */
export const HOSTILE: readonly Situation[] = [
  ...AROUND,
  BROKEN_STOP,
  LAST,
  ...Object.entries(COMMANDS).map(([effect, command]) =>
    tried(
      effect,
      (client): Reply[] => [client.shell(`printf ${PRINTED} > made`), client.shell(command)],
      ({ file, steps }) => file('made') === PRINTED && steps.slice(2).join('').includes(WORD),
    ),
  ),
  // One after the other, in one session: each is refused, and the model hears it each time.
  tried(
    `${HUNDRED.length} hostile commands`,
    (client): Reply[] => [
      client.shell(`printf ${PRINTED} > data`),
      ...HUNDRED.map((one) => client.shell(one)),
    ],
    ({ file, steps }) =>
      file('data') === PRINTED &&
      steps.length === HUNDRED.length + 2 &&
      HUNDRED.every((_, at) => timesIn(steps[at + 2]) > timesIn(steps[at + 1])),
    NO_LOSS,
  ),
  tried(
    'a file that is guarded',
    (client, project): Reply[] => [client.write(`${project}/secrets.txt`, PRINTED)],
    ({ file, steps }) =>
      file('secrets.txt') === undefined && steps.slice(1).join('').includes(WORD),
  ),
];

const timesIn = (text = ''): number => text.split(WORD).length - 1;
