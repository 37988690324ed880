import type { ReactNode } from 'react';
import { modelListing } from '../../commands/choices.ts';
import { hooksListing } from '../../commands/hooks.ts';
import { goingBack } from '../../commands/undo.ts';
import type { CommandContext, PanelName } from '../../control/command.ts';
import { Details } from './details.tsx';
import { ListPanel } from './list-panel.tsx';
import { ResumePanel } from './resume-panel.tsx';
import { ThemePanel } from './theme-panel.tsx';

export interface PanelProps {
  readonly context: CommandContext;
  readonly onClose: () => void;
}

/** What can stand in place of the input box. */
export const PANELS: Record<PanelName, (props: PanelProps) => ReactNode> = {
  hooks: ({ context, onClose }) => (
    <ListPanel open={(canvas) => hooksListing(context, canvas)} onClose={onClose} />
  ),
  model: ({ context, onClose }) => (
    <ListPanel open={() => modelListing(context.controller)} onClose={onClose} />
  ),
  resume: ResumePanel,
  undo: ({ context, onClose }) => (
    <ListPanel open={() => goingBack(context, 'undo')} onClose={onClose} />
  ),
  rewind: ({ context, onClose }) => (
    <ListPanel open={() => goingBack(context, 'rewind')} onClose={onClose} />
  ),
  details: Details,
  theme: ThemePanel,
};
