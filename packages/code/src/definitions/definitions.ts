import {
  type DefinitionKind,
  type DefinitionState,
  type OpenedDefinition,
  openSettings,
} from '@wavehooks/settings';
import { type Command, readArgs, UsageError } from '../cli/command.ts';
import { painter, type Style } from '../cli/style.ts';
import { usageOf } from '../cli/usage.ts';
import { approveOf } from '../hooks/approval/approve.ts';
import { OPEN_FLAGS, openOptions } from '../hooks/settings/open-options.ts';
import {
  type DefinitionPaint,
  detailLines,
  hooksOf,
  missingText,
  summaryLines,
} from './definition-lines.ts';

const FLAGS = { json: OPEN_FLAGS.json } as const;

const usage = (kind: DefinitionKind) =>
  usageOf({
    forms: [
      `wave ${kind}s [list] [--json]`,
      `wave ${kind}s show NAME`,
      `wave ${kind}s approve [NAME ...]`,
    ],
    about: `Every ${kind} in files, where it comes from, and whether the model is offered it; one in full; approve the project's as they are now.`,
    options: FLAGS,
  });

/** `wave agents` and `wave skills`: what files define, and whether the model is offered it. */
const definitions =
  (kind: DefinitionKind): Command =>
  async (args, io) => {
    const [word = 'list', ...rest] = args;
    if (word === 'approve') return approveOf([kind])(rest, io);
    const { values, positionals } = readArgs(args, FLAGS, usage(kind));
    const [act = 'list', ...names] = positionals;
    const opened = openSettings(openOptions({}, io, usage(kind)));
    const all = opened.definitions.filter(({ definition }) => definition.kind === kind);
    if (act === 'show') {
      const paint = paintOf(painter(io.color));
      const lines = found(all, names, kind).flatMap((one) =>
        detailLines(one, hooksOf(opened, one), paint),
      );
      io.out(`${lines.join('\n')}\n`);
      return 0;
    }
    if (act !== 'list' || names.length > 0)
      throw new UsageError(`wave ${kind}s has no "${positionals.join(' ')}"\n\n${usage(kind)}`);
    if (values.json) io.out(`${JSON.stringify({ [`${kind}s`]: all }, null, 2)}\n`);
    else io.out(listText(all, kind, io.color));
    return 0;
  };

function listText(all: readonly OpenedDefinition[], kind: DefinitionKind, color: boolean): string {
  const paint = paintOf(painter(color));
  if (all.length === 0)
    return `There are no ${kind}s in files. "wave help ${kind}s" says how to write one.\n`;
  return `${all.flatMap((one) => summaryLines(one, paint)).join('\n')}\n`;
}

const STYLES: Readonly<Record<DefinitionState, Style>> = {
  active: 'green',
  unapproved: 'yellow',
  changed: 'red',
  off: 'dim',
  faulty: 'red',
  hidden: 'dim',
};

const paintOf = (paint: ReturnType<typeof painter>): DefinitionPaint => ({
  state: (state, text) => paint(STYLES[state], text),
  quiet: (text) => paint('dim', text),
});

function found(
  all: readonly OpenedDefinition[],
  names: readonly string[],
  kind: DefinitionKind,
): OpenedDefinition[] {
  const [name = ''] = names;
  const own = all.filter(({ definition }) => definition.name === name);
  if (own.length > 0 && names.length === 1) return own;
  throw new UsageError(missingText(all, name, kind));
}

export const agents = definitions('agent');
export const skills = definitions('skill');
