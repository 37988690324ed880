import { basename } from 'node:path';
import {
  analyseShell,
  type Command,
  hasUnknownVerb,
  literal,
  onlyReads,
  optionsOf,
  programOf,
  type Word,
  writesFile,
} from '@wavehooks/shell/rules';
import { nameIn, type Resolve, resolverFor } from '../../files/paths.ts';
import { namesStartFile, startDirs } from '../../files/start-files.ts';
import type { Place } from '../../vocabulary/tool.ts';
import { findsStartFile } from '../words/finds.ts';
import { matchesDots, withWildcards } from '../words/fitted.ts';
import { fitsGuarded, isGuardedWord, type Known, namesGuarded } from '../words/guarded-word.ts';
import { filesNamed, placed, valuesIn } from '../words/where.ts';

/**
 * Whether a command seems to write to what guards the agent: it names such a path, and either sends
 * output there or does not only read. What a script does by itself cannot be seen from here.
 */
export function commandWritesGuarded(
  command: string,
  place: Place,
  resolve: Resolve = resolverFor(place),
): boolean {
  const analysis = analyseShell(command);
  // Of what could not be read to its end, only the names are left to go by.
  if (analysis.unread.length > 0 && (namesGuarded(command, resolve) || namesStartFile(command)))
    return true;
  if (!analysis.whole && mayHoldName(command)) return true;
  const values = valuesIn(analysis, place.cwd);
  const [wild, dots] = [withWildcards(values), matchesDots(analysis)];
  return placed(analysis, place.cwd, values, resolve).some(({ part, here, elsewhere, lost }) => {
    const dirs = [...here, ...elsewhere, ...(lost ? startDirs() : [])];
    return writesGuarded(part.command, { values, wild, dirs, resolve, dots });
  });
}

/** Of a text that is not read to its end: whether a name in it may be put together of several parts. */
const mayHoldName = (command: string): boolean => /(^|[\s/='"{,])\.\w*[{*?[$`'"\\]/.test(command);

function writesGuarded(command: Command, known: Known): boolean {
  const { words, assigns, redirects } = command;
  const guarded = (word: Word) => isGuardedWord(word, known);
  const fits = (word: Word) => fitsGuarded(word, known, REMOVES.test(programOf(command) ?? ''));
  const written = redirects.filter(writesFile).map(({ target }) => target);
  if (written.some(guarded) || written.some(fits)) return true;
  if (onlyReads(command)) return false;
  const args = words.slice(1);
  return (
    args.some(guarded) ||
    assigns.some(guarded) ||
    redirects.some(({ op, target }) => op === '<<<' && guarded(target)) ||
    args.some(fits) ||
    copiesGuarded(command, known) ||
    findsStartFile(command, known) ||
    configuresGit(command)
  );
}

/** Of a link, these take away the link and leave what it points to. */
const REMOVES = /^(rm|unlink)$/;

/** `git config --global name value` writes a start file that it does not name. */
function configuresGit(command: Command): boolean {
  if (programOf(command) !== 'git') return false;
  const texts = command.words.slice(1).map((word) => literal(word) ?? '*');
  if (!texts.includes('config') && !hasUnknownVerb(command)) return false;
  const options = optionsOf(command.words.slice(1));
  const has = (form: RegExp) => options.some((option) => form.test(option));
  // git also takes options that are cut short.
  const everywhere = ['--global', '--system'].some((name) =>
    options.some((option) => option.length > 3 && name.startsWith(option)),
  );
  if (!everywhere) return false;
  const operands = texts.slice(texts.indexOf('config') + 1).filter((text) => !text.startsWith('-'));
  if (has(/^(--get.*|--list|-l)$/) || /^(get|list)$/.test(operands[0] ?? '')) return false;
  return operands.length > 1 || has(/^(--(unset|edit|remove).*|-e)$/);
}

const COPIES = /^(cp|mv|ln|install|rsync)$/;

/** `cp x/.bashrc ~`: what is put into a directory keeps its name. */
function copiesGuarded(command: Command, { values, dirs, resolve }: Known): boolean {
  if (!COPIES.test(programOf(command) ?? '')) return false;
  const args = command.words.slice(1);
  if (!args.some(mayBeHidden)) return false;
  const files = args.flatMap((word) => filesNamed(word, dirs, values) ?? []);
  const targets = [...files.slice(0, MAX_TARGETS), ...files.slice(-MAX_TARGETS)];
  // `--target-directory=/home/me` is no path as a whole.
  const into = targets.map((name) => name.replace(/^.*=(?=\/)/s, ''));
  return files
    .map((name) => basename(name))
    .filter((name) => name.startsWith('.'))
    .some((name) => into.some((dir) => resolve(nameIn(dir, name)).guarded));
}

/** Whether a name in a path begins with a dot, or may: what is not known, and a path that says no name itself. */
const mayBeHidden = (word: Word): boolean => {
  const text = literal(word) ?? '';
  return text === '' || text.startsWith('~') || /(^|\/)\./.test(text);
};

/** The directory is the last word, or the first after an option. */
const MAX_TARGETS = 4;
