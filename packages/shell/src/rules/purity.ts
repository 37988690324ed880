import { namesSetBy } from '../code/builtins.ts';
import { OWN_VARIABLE } from '../code/narrow-words.ts';
import { type Command, literal, type Redirect, type Word } from '../text/command.ts';

/** A command that does only what its words say: it writes no file and sets nothing that steers programs. */
export const isPure = (command: Command): boolean =>
  !command.redirects.some(writesFile) &&
  command.assigns.every((word) =>
    (command.words.length === 0 ? OWN_VARIABLE : HARMLESS).test(nameOf(word)),
  ) &&
  namesSetBy(command).every((name) => /^(_|REPLY)?$/.test(name) || OWN_VARIABLE.test(name));

/** Whether a redirection may write to a file. What is not known is none of those that do not. */
export function writesFile({ op, target }: Redirect): boolean {
  const file = literal(target) ?? '';
  if (!op.includes('>')) return /^\/dev\/(tcp|udp)\//.test(file);
  return !(op === '>&' && /^(\d+|-)$/.test(file)) && !/^\/dev\/(null|stdout|stderr)$/.test(file);
}

/** Variables that change how a program speaks, not what it runs. */
const HARMLESS =
  /^(LANG|LC_[A-Z]+|TZ|CI|NO_COLOR|FORCE_COLOR|CLICOLOR|COLUMNS|LINES|TERM|RUST_BACKTRACE|PYTHONUNBUFFERED)$/;

const nameOf = ({ raw }: Word): string => raw.replace(/\W.*/s, '');
