import type { ReactNode } from 'react';
import type { CommandContext, PanelName } from '../../control/command.ts';
import { Details } from './details.tsx';
import { HooksPanel } from './hooks-panel.tsx';
import { ModelPanel } from './model-panel.tsx';
import { ResumePanel } from './resume-panel.tsx';
import { ThemePanel } from './theme-panel.tsx';
import { RewindPanel, UndoPanel } from './undo-panel.tsx';

export interface PanelProps {
  readonly context: CommandContext;
  readonly onClose: () => void;
}

/** What can stand in place of the input box. */
export const PANELS: Record<PanelName, (props: PanelProps) => ReactNode> = {
  hooks: HooksPanel,
  model: ModelPanel,
  resume: ResumePanel,
  undo: UndoPanel,
  rewind: RewindPanel,
  details: Details,
  theme: ThemePanel,
};
