import { namesSetBy } from './builtins.ts';
import { CODE_ARGUMENT } from './code-variables.ts';
import { OWN_VARIABLE } from './narrow.ts';
import { type Command, literal, type Redirect, type Word } from './types.ts';

/** A command that does only what its words say: it writes no file and sets nothing that steers programs. */
export const isPure = (command: Command): boolean =>
  !command.redirects.some(writesFile) &&
  command.assigns.every((word) =>
    (command.words.length === 0 ? OWN_VARIABLE : HARMLESS).test(nameOf(word)),
  ) &&
  namesSetBy(command).every((name) => /^(_|REPLY)?$/.test(name) || OWN_VARIABLE.test(name));

/** Whether a redirection may write to a file. */
export function writesFile({ op, target }: Redirect): boolean {
  const file = literal(target);
  if (!op.includes('>')) return file === undefined ? false : /^\/dev\/(tcp|udp)\//.test(file);
  if (file === undefined) return true;
  return !(op === '>&' && /^(\d+|-)$/.test(file)) && !/^\/dev\/(null|stdout|stderr)$/.test(file);
}

/** Variables that change how a program speaks, not what it runs. */
const HARMLESS =
  /^(LANG|LC_[A-Z]+|TZ|CI|NO_COLOR|FORCE_COLOR|CLICOLOR|COLUMNS|LINES|TERM|RUST_BACKTRACE|PYTHONUNBUFFERED)$/;

const nameOf = ({ raw }: Word): string => /^\w+/.exec(raw)?.[0] ?? '';

/** Whether a shell runs code that stands in a command's data: in a variable it expands, or a subscript. */
export const runsHidden = ({ words, assigns }: Command): boolean =>
  [...assigns, ...words].some((word) => {
    const text = literal(word) ?? '';
    return CODE_ARGUMENT.test(text) || hasCodeSubscript(text);
  });

/** `name[$(...)]`, which some commands expand even where it is quoted. */
function hasCodeSubscript(text: string): boolean {
  const at = text.search(/\w\[/);
  return at >= 0 && /\$\(|`/.test(text.slice(at));
}
