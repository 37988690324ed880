import type { DefinitionKind, DefinitionState } from '@wavehooks/settings';
import {
  type DefinitionPaint,
  detailLines,
  hooksOf,
  missingText,
  summaryLines,
} from '../../definitions/definition-lines.ts';
import type { CommandContext } from '../control/command.ts';
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
  ({ controller, print, paint: by }: CommandContext, name: string): void => {
    const { settings } = controller.agent;
    const all = (settings?.definitions ?? []).filter(({ definition }) => definition.kind === kind);
    const paint = paintOf(by);
    if (name !== '') {
      const own = all.filter(({ definition }) => definition.name === name);
      if (own.length === 0 || !settings) throw new Error(missingText(all, name, kind));
      print(...own.flatMap((one) => detailLines(one, hooksOf(settings, one), paint)));
      return;
    }
    const waits = all.some(({ state }) => state === 'unapproved' || state === 'changed');
    print(
      ...all.flatMap((one) => summaryLines(one, paint)),
      ...(all.length === 0 ? [`There are no ${kind}s in files.`] : []),
      ...(waits ? ['/hooks shows what waits for your approval, and approves it.'] : []),
    );
  };
