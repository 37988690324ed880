import { exactLine } from '../../../cli/style.ts';
import type { CommandContext } from '../../control/command.ts';
import { detailLines } from '../../hooks/hook-lines.ts';
import { canSwitch, type SessionHook, switchHook } from '../../hooks/session-hooks.ts';
import { useCanvas } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ROOMS } from '../parts/rooms.ts';

interface HookPageProps {
  readonly context: CommandContext;
  readonly hook: SessionHook;
  readonly onBack: () => void;
}

/** All of one hook, by page where it is long, and its switch. */
export function HookPage({ context, hook, onBack }: HookPageProps) {
  const canvas = useCanvas(4);
  return (
    <Dialog
      title={exactLine(hook.row.name)}
      lines={detailLines(hook, canvas)}
      room={ROOMS.panel(canvas.rows).own}
      options={() => [
        { key: 'b', label: 'Back', value: onBack },
        ...switchOf(context, hook, onBack),
      ]}
      onChoose={(act) => act()}
      onEscape={onBack}
    />
  );
}

function switchOf({ controller, print }: CommandContext, hook: SessionHook, onBack: () => void) {
  const { entry, row } = hook;
  if (!entry || !canSwitch(hook)) return [];
  const { enabled } = entry;
  const value = () => {
    switchHook(controller.agent, entry, !enabled);
    print(`${exactLine(row.name)} is ${enabled ? 'off' : 'on'} for this session.`);
    onBack();
  };
  return [{ key: 'o', label: `Switch it ${enabled ? 'off' : 'on'} for this session`, value }];
}
