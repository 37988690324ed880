import type { ToolBlock } from '@wavehooks/agent-sdk';
import { exactLine, printable } from '../../../cli/style.ts';
import { asHere, behind, type Canvas, uncoloured } from '../../text/lines.ts';
import { withShownPaths } from '../../text/paths.ts';

/** It did not run, because somebody said no or the turn ended before: another matter than one that failed. */
export const isRefused = ({ by, refused }: ToolBlock) => by !== undefined || refused !== undefined;

/** Who said no; where the user did, the result says it. */
export function refusal(
  { by, refused = '' }: ToolBlock,
  { width, paint }: Canvas,
  again = false,
): string[] {
  if (refused === '') return [];
  const text = by === 'hook' ? `blocked by ${refused}` : `not permitted: ${refused}`;
  const why = again ? `${text}, for the same reason as above` : text;
  return behind('  ', paint(again ? 'quiet' : 'warn', exactLine(why)), width);
}

/** What the model reads of what the user did, and the same to the user. */
const FOR_USER: readonly (readonly [RegExp, string])[] = [
  [/^The user declined this call(?=[:.])/, 'You said no'],
  [/^The user did not accept the plan, and plan mode stays on\. The user says:/, 'You said:'],
  [/^The user did not accept the plan, .*$/s, 'You did not accept the plan. Plan mode stays on.'],
  [/^The user accepted the plan\. Carry it out\.$/, 'You accepted the plan.'],
  [/ended by the user before it was done/, 'interrupted'],
  [
    /^Blocked, because a guard did not work: hook ".*" could not be started: guard changed since approval: (.+) is not what was approved \(see: (.+)\)$/,
    'Blocked: $1 changed since you approved it. Review it with $2.',
  ],
];

export const forUser = (text: string): string =>
  FOR_USER.reduce((said, [model, user]) => said.replace(model, user), text);

/** Why, whole: whoever is refused something wants to know what to do about it. */
export function reasonLines({ result = '' }: ToolBlock, canvas: Canvas): string[] {
  const said = asHere(result, canvas);
  const own = forUser(said);
  // What has other words for the user is Wave's own text.
  const text = own === said ? said : withShownPaths(own, canvas.root);
  return printable(uncoloured(text))
    .trimEnd()
    .split('\n')
    .flatMap((line) => behind('  ', line, canvas.width));
}
