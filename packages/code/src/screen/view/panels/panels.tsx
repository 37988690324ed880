import type { ReactNode } from 'react';
import type { CommandContext, PanelName } from '../../control/command.ts';
import { Details } from './details.tsx';
import { HooksPanel } from './hooks-panel.tsx';
import { ModelPanel } from './model-panel.tsx';
import { ResumePanel } from './resume-panel.tsx';
import { ThemePanel } from './theme-panel.tsx';
import { GoBack } from './undo-panel.tsx';

export interface PanelProps {
  readonly context: CommandContext;
  readonly onClose: () => void;
}

/** What can stand in place of the input box. */
export const PANELS: Record<PanelName, (props: PanelProps) => ReactNode> = {
  hooks: HooksPanel,
  model: ModelPanel,
  resume: ResumePanel,
  undo: (props) => <GoBack {...props} title={UNDO} />,
  rewind: (props) => <GoBack {...props} title={REWIND} asks />,
  details: Details,
  theme: ThemePanel,
};

const UNDO = 'Go back to before which prompt? Files and conversation; Esc closes';
const REWIND = 'Rewind to which prompt? Files are kept unless you choose otherwise';
