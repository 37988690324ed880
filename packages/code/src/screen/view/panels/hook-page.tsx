import { Box } from 'ink';
import { exactLine } from '../../../cli/style.ts';
import type { CommandContext } from '../../control/command.ts';
import { detailLines } from '../../hooks/hook-lines.ts';
import { canSwitch, type SessionHook, switchHook } from '../../hooks/session-hooks.ts';
import { Choice } from '../parts/choice.tsx';
import { useCanvas } from '../parts/context.ts';
import { Frame } from '../parts/frame.tsx';
import { Page } from '../parts/page.tsx';
import { usePaged } from '../parts/paged.ts';
import { ROOMS } from '../parts/rooms.ts';

interface HookPageProps {
  readonly context: CommandContext;
  readonly hook: SessionHook;
  readonly onBack: () => void;
}

/** All of one hook, by page where it is long, and its switch. */
export function HookPage({ context, hook, onBack }: HookPageProps) {
  const canvas = useCanvas(4);
  const paged = usePaged(detailLines(hook, canvas), ROOMS.panel(canvas.rows).own);
  return (
    <Frame title={exactLine(hook.row.name)}>
      <Page paged={paged} />
      <Box marginTop={1}>
        <Choice
          options={[{ key: 'b', label: 'Back', value: onBack }, ...switchOf(context, hook, onBack)]}
          onChoose={(act) => act()}
          onEscape={onBack}
        />
      </Box>
    </Frame>
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
