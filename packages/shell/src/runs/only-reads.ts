import { type Command, literal } from '../text/command.ts';
import { programOf } from '../text/program-name.ts';

/** Programs that change nothing, whatever files they are given. */
const READERS: ReadonlySet<string | undefined> = new Set(
  '. [ [[ basename cat cmp cut diff dirname du echo file grep head ls md5sum printf pwd readlink realpath rg sha256sum source stat tail test tree wc which'.split(
    ' ',
  ),
);

/** Whether a command only reads. With `-v` printf sets a variable, which may be used for a path then. */
export function onlyReads(command: Command): boolean {
  const program = programOf(command);
  if (program === 'printf' && /^-v/.test(literal(command.words[1]) ?? '-v')) return false;
  return READERS.has(program);
}
