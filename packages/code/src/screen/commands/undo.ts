import type { Agent, Checkpoint, Skipped, UndoResult } from '@wavehooks/agent-sdk';
import { makers, RAN, uncoveredLines, wasThere } from '../../agent/undo/report.ts';
import { exactLine, exactly, exactPlace, homeShort } from '../../cli/style.ts';
import type { CommandContext } from '../control/command.ts';
import { counted } from '../text/lines.ts';

/** What becomes of files that are in question. `known`: those that the user was asked about. */
export type How =
  | { readonly is: 'all' }
  /** The conversation alone: files stay as they are, and what was said is kept in a session of its own. */
  | { readonly is: 'conversation' }
  | { readonly is: 'force' }
  | { readonly is: 'leave'; readonly known: readonly Skipped[] };

const choice = (key: string, label: string, about: string, value: How) => ({
  ...{ key, label, about, value },
});

/** What can be done about files that are in question. */
export const leftChoices = (skipped: readonly Skipped[]) => [
  choice('l', 'Leave them as they are', 'everything else goes back', {
    is: 'leave',
    known: skipped,
  }),
  choice('f', 'Restore them anyway', 'Wave copies the current files first', { is: 'force' }),
];

type Undoing = Pick<CommandContext, 'controller' | 'restart' | 'print' | 'fill'>;

/** Goes back and says what came of it; returns what there is still to decide. */
export async function goBack(
  context: Undoing,
  { id }: Checkpoint,
  how: How,
): Promise<readonly Skipped[]> {
  try {
    const result = await undone(context.controller.agent, id, how);
    if (result.rewound) context.restart();
    context.print(...(how.is === 'conversation' ? rewoundLines(result) : resultLines(result)));
    if (result.rewound) context.fill(result.prompt);
    return result.rewound ? [] : result.skipped;
  } catch (error) {
    context.controller.show({ is: 'told', tone: 'error', text: (error as Error).message });
    return [];
  }
}

/** While a file is skipped the conversation stays; who leaves it takes the conversation back by itself. */
async function undone(agent: Agent, id: string, how: How): Promise<UndoResult> {
  if (how.is === 'conversation') return agent.undo(id, { files: false, copy: true });
  if (how.is !== 'leave') return agent.undo(id, { force: how.is === 'force' });
  const files = await agent.undo(id);
  const isKnown = ({ path }: Skipped) => how.known.some((one) => one.path === path);
  // What could not be put back beside them was never left by anybody.
  if (files.rewound || !files.skipped.every(isKnown)) return files;
  return { ...files, rewound: (await agent.undo(id, { files: false })).rewound };
}

/** What becomes of files, where going back to an earlier prompt asks. */
export const REWINDS = [
  choice('c', 'The conversation alone', 'files are kept; so is what was said, as another session', {
    is: 'conversation',
  }),
  choice('f', 'The conversation and the files', 'as /undo does', { is: 'all' }),
];

const rewoundLines = ({ copy }: UndoResult): string[] => [
  'The conversation is as it was before that prompt. Files stay as they are.',
  copy === undefined
    ? 'This session is not kept, so what followed is gone.'
    : `What followed is still there: /resume ${copy.slice(0, 8)}`,
];

function resultLines({
  prompt,
  rewound,
  restored,
  removed,
  overwritten,
  skipped,
  commands,
  madeBy,
  uncovered,
}: UndoResult): string[] {
  return [
    `${counted(restored.length, 'file')} put back; ${became(prompt, rewound)}.`,
    ...restored.flatMap((path) => [
      `  ${exactPlace(path)}${removed.includes(path) ? ' (removed: it was new)' : ''}${makers(madeBy[path])}`,
      ...wasThere(overwritten, path).map((line) => `    ${line}`),
    ]),
    ...skipped.map(({ path, why, copy }) =>
      exactly(
        `Left as it is: ${homeShort(path)}: ${why}${copy ? ` (from before: ${homeShort(copy)})` : ''}`,
      ),
    ),
    ...(commands.length > 0 ? [RAN] : []),
    ...commands.map((command) => `  ${exactLine(command)}`),
    ...uncoveredLines(uncovered),
  ];
}

/** The start of the session has no prompt. */
function became(prompt: string, rewound: boolean): string {
  if (!rewound) return 'the conversation is as it was';
  return prompt === '' ? 'the conversation is empty' : 'the prompt is in the input again';
}
