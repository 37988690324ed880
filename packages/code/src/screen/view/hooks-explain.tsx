import { explainHooks } from 'wave-hooks';
import { oneLine, printable } from '../../cli/style.ts';
import type { CommandContext } from '../commands/command.ts';
import { sessionHooks } from '../hooks/rows.ts';
import { Frame } from './frame.tsx';
import { LineInput } from './line-input.tsx';
import type { PanelProps } from './panels.tsx';

/** Asks for a tool and prints which hooks fire for it: into the conversation, where it may be long. */
export function Explain({ context, onClose }: PanelProps) {
  const explain = (tool: string) => {
    context.print(...explainLines(tool, context));
    onClose();
  };
  return (
    <Frame title="Which hooks fire for a tool?">
      <LineInput prompt="Tool, e.g. Bash:" onDone={explain} onEscape={onClose} />
    </Frame>
  );
}

function explainLines(tool: string, { controller, paint }: CommandContext): string[] {
  const rows = sessionHooks(controller.agent).map(({ row }) => row);
  return (['PreToolUse', 'PostToolUse'] as const).flatMap((event) => {
    const all = explainHooks(rows, event, tool.trim() || undefined).filter(
      (one) => one.event === event,
    );
    return [
      paint('strong', `${event} of ${printable(tool)}`),
      ...(all.length === 0 ? ['  no hooks'] : []),
      ...all.map(
        ({ fires, name, because }) =>
          `  ${fires ? paint('good', 'fires') : paint('quiet', 'does not')}  ${printable(oneLine(name))}: ${printable(because)}`,
      ),
    ];
  });
}
