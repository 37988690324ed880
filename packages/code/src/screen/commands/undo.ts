import type { Agent, Checkpoint, Skipped, UndoResult } from '@wavehooks/agent-sdk';
import { makers, RAN, uncoveredLines, wasThere } from '../../agent/undo/report.ts';
import { exactLine, exactly, exactPlace, homeShort, oneLine, printable } from '../../cli/style.ts';
import type { CommandContext } from '../control/command.ts';
import type { Controller } from '../control/controller.ts';
import { counted } from '../text/lines.ts';
import type { Listing, ListRow } from './listing.ts';

/** What becomes of files that are in question. `known`: those that the user was asked about. */
type How =
  | { readonly is: 'all' }
  /** The conversation alone: files stay as they are, and what was said is kept in a session of its own. */
  | { readonly is: 'conversation' }
  | { readonly is: 'force' }
  | { readonly is: 'leave'; readonly known: readonly Skipped[] };

type Undoing = Pick<CommandContext, 'print' | 'fill'> & {
  readonly controller: Pick<Controller, 'agent' | 'show'>;
  restart(): void;
};

const TITLES = {
  undo: 'Go back to before which prompt? Files and conversation go back.',
  rewind: 'Rewind to which prompt? Files are kept unless you choose otherwise.',
} as const;

/** /undo: files and conversation. /rewind: the conversation, and files if the user says so. The last prompt comes first. */
export function goingBack(context: Undoing, how: keyof typeof TITLES): Listing {
  const prompts = [...context.controller.agent.checkpoints()].reverse();
  const rows = prompts.map((prompt): ListRow => {
    const { text, files } = prompt;
    return {
      label: printable(oneLine(text)),
      about: files.length > 0 ? `restores ${counted(files.length, 'file')}` : 'no files',
      choose: () => {
        if (how === 'undo') return withFiles(context, prompt);
        return files.length === 0 ? act(context, prompt, ALONE) : whatGoesBack(context, prompt);
      },
    };
  });
  return {
    title: TITLES[how],
    rows,
    notes: rows.length > 0 ? [] : ['There is nothing to go back to.'],
  };
}

const ALONE: How = { is: 'conversation' };

const whatGoesBack = (context: Undoing, prompt: Checkpoint): Listing => ({
  title: `${counted(prompt.files.length, 'file')} changed since. What goes back?`,
  rows: [
    {
      key: 'c',
      label: 'The conversation alone',
      about: 'files are kept; so is what was said, as another session',
      choose: () => act(context, prompt, ALONE),
    },
    {
      key: 'f',
      label: 'The conversation and the files',
      about: 'as /undo does',
      choose: () => withFiles(context, prompt),
    },
  ],
});

/** Where files are in question, it asks before it acts. */
function withFiles(context: Undoing, prompt: Checkpoint): ReturnType<ListRow['choose']> {
  const { skipped } = context.controller.agent.previewUndo(prompt.id);
  return skipped.length === 0
    ? act(context, prompt, { is: 'all' })
    : inQuestion(context, prompt, skipped, OTHERS);
}

const OTHERS =
  'Somebody else also changed these files. Nothing is changed yet: what should Wave do?';
const LEFT = 'Not all files are back. What about these?';

const inQuestion = (
  context: Undoing,
  prompt: Checkpoint,
  skipped: readonly Skipped[],
  title: string,
): Listing => ({
  title,
  lines: skipped.map(({ path, why }) => exactly(`${homeShort(path)}: ${why}`)),
  rows: [
    {
      key: 'l',
      label: 'Leave them as they are',
      about: 'everything else goes back',
      choose: () => act(context, prompt, { is: 'leave', known: skipped }),
    },
    {
      key: 'f',
      label: 'Restore them anyway',
      about: 'Wave copies the current files first',
      choose: () => act(context, prompt, { is: 'force' }),
    },
  ],
});

/** Goes back and says what came of it; gives what there is still to decide. */
async function act(context: Undoing, prompt: Checkpoint, how: How): Promise<Listing | undefined> {
  try {
    const result = await undone(context.controller.agent, prompt.id, how);
    if (result.rewound) context.restart();
    context.print(...(how.is === 'conversation' ? rewoundLines(result) : resultLines(result)));
    if (result.rewound) context.fill(result.prompt);
    return result.rewound || result.skipped.length === 0
      ? undefined
      : inQuestion(context, prompt, result.skipped, LEFT);
  } catch (error) {
    context.controller.show({ is: 'told', tone: 'error', text: (error as Error).message });
    return undefined;
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
