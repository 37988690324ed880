import { HOSTILE as HUNDRED } from '../../packages/code/test/guard/hostile-commands.ts';
import { PRINTED, type Situation, WORD } from './situations.ts';
import type { Reply } from './wire/reply.ts';

/** One guard for all of them: it knows only what Wave says of a call. */
const GUARD = [
  'asked=$(cat ../asked)',
  `case $asked in *'"program":"rm"'*|*secrets.txt*) echo ${WORD} >&2; exit 2;; esac`,
].join('; ');

/** The same for whatever destroys, and for what Wave cannot read. */
const NO_LOSS = `grep -qE '"program":("(rm|shred)"|null)' ../asked && { echo ${WORD} >&2; exit 2; }; true`;

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

/** The same guard file with every agent. */
export const HOSTILE: readonly Situation[] = [
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
