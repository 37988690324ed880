import { explainLines } from '../../hooks/explain.ts';
import { Frame } from '../parts/frame.tsx';
import { LineInput } from '../parts/line-input.tsx';
import type { PanelProps } from './panels.tsx';

/** Asks for a tool and prints which hooks fire for it: into the conversation, where it may be long. */
export function Explain({ context, onClose }: PanelProps) {
  const explain = (tool: string) => {
    context.print(...explainLines(context.controller.agent, tool, context.paint));
    onClose();
  };
  return (
    <Frame title="Which hooks fire for a tool?">
      <LineInput prompt="Tool, e.g. Bash:" onDone={explain} onEscape={onClose} />
    </Frame>
  );
}
