import {
  type DefinitionKind,
  type DefinitionState,
  type OpenedDefinition,
  SettingsError,
} from '@wavehooks/settings';
import { exactLine } from '../../cli/style.ts';
import {
  changedNames,
  type DefinitionPaint,
  detailLines,
  hooksOf,
  missingText,
  summaryLines,
} from '../../definitions/definition-lines.ts';
import type { TellingContext } from '../control/command.ts';
import type { Controller } from '../control/controller.ts';
import type { Paint, Role } from '../text/theme.ts';

const ROLES: Readonly<Record<DefinitionState, Role>> = {
  active: 'good',
  unapproved: 'warn',
  changed: 'bad',
  off: 'quiet',
  faulty: 'bad',
  hidden: 'quiet',
};

const paintOf = (paint: Paint): DefinitionPaint => ({
  state: (state, text) => paint(ROLES[state], text),
  quiet: (text) => paint('quiet', text),
});

/** /agents and /skills: what files define, or one of them in full. */
export const definitionsCommand =
  (kind: DefinitionKind) =>
  ({ controller, print, paint: by }: TellingContext, name: string): void => {
    const { settings } = controller.agent;
    const all = ofKind(settings?.definitions ?? [], kind);
    const paint = paintOf(by);
    if (name !== '') {
      const own = all.filter(({ definition }) => definition.name === name);
      if (own.length === 0 || !settings) throw new Error(missingText(all, name, kind));
      print(...own.flatMap((one) => detailLines(one, hooksOf(settings, one), paint)));
      return;
    }
    const now = onDisk(controller.agent) ?? all;
    const changed = changedNames(all, now);
    const waits = [...all, ...ofKind(now, kind)].some(
      ({ state }) => state === 'unapproved' || state === 'changed',
    );
    print(
      ...all.flatMap((one) => summaryLines(one, paint)),
      ...(all.length === 0 ? [`There are no ${kind}s in files.`] : []),
      ...(changed.length > 0
        ? [
            `Changed on disk: ${exactLine(changed.join(', '))}. This session keeps what it began with.`,
          ]
        : []),
      ...(waits ? ['/hooks shows what waits for your approval, and approves it.'] : []),
    );
  };

const ofKind = (all: readonly OpenedDefinition[], kind: DefinitionKind): OpenedDefinition[] =>
  all.filter(({ definition }) => definition.kind === kind);

/** What a new session would find; undefined where some file cannot be read, which /hooks says. */
function onDisk({ hooks }: Controller['agent']): readonly OpenedDefinition[] | undefined {
  try {
    return hooks.review()?.opened.definitions;
  } catch (error) {
    if (error instanceof SettingsError) return undefined;
    throw error;
  }
}
