import { type Analysis, type Command, literal, programOf } from 'wave-shell/rules';

/** What makes wildcards match names with a leading dot, too. */
const DOTS = /dotglob|GLOBIGNORE/;

export const matchesDots = ({ parts, unread, source }: Analysis): boolean =>
  parts.some(({ command }) => mayMatchDots(command)) || (unread.length > 0 && DOTS.test(source));

/** Wherever it is named: it may become a setting by a variable, or by a script. */
function mayMatchDots(command: Command): boolean {
  const { words, assigns, redirects } = command;
  const program = programOf(command);
  const rest = words.slice(1);
  if (program === 'shopt' && rest.some((word) => literal(word) === '-u')) return false;
  if (program === 'shopt' && rest.some((word) => literal(word) === undefined)) return true;
  const named = [...words, ...assigns, ...redirects.map(({ target }) => target)];
  return (
    named.some(({ pieces }) => pieces.some((piece) => DOTS.test(String(piece)))) ||
    redirects.some(({ body = '' }) => DOTS.test(body))
  );
}
