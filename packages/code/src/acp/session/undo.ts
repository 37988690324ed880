import type { UndoResult } from '@wavehooks/agent-sdk';
import { listText } from '../../agent/undo/report.ts';
import { exactLine, exactly, exactPlace } from '../../cli/style.ts';
import type { TellingContext } from '../../screen/control/command.ts';

/** /undo: the prompts one can go back to, by number; /undo N goes back to before one of them. */
export async function undo(
  { controller: { agent }, print }: TellingContext,
  args: string,
): Promise<void> {
  const all = agent.checkpoints();
  const [, number, force] = /^(\d+)(?:\s+(force))?$/.exec(args.trim()) ?? [];
  if (args.trim() === '') {
    print(listText(agent.sessionId, all).trimEnd());
    if (all.length > 0) print('', '/undo N goes back to before prompt N.');
    return;
  }
  const checkpoint = number === undefined ? undefined : all[Number(number) - 1];
  if (!checkpoint) throw new Error(`expected a prompt from 1 to ${all.length}, got "${args}"`);
  const result = await agent.undo(checkpoint.id, { force: force !== undefined });
  print(...linesOf(result, Number(number)));
}

function linesOf({ rewound, restored, removed, skipped, commands }: UndoResult, number: number) {
  return [
    rewound
      ? `Back at the moment before prompt ${number}. The agent no longer knows what came after it, though your editor still shows it.`
      : `The conversation stays as it is: "/undo ${number} force" restores the files below as well.`,
    ...restored.map(
      (path) => `  ${removed.includes(path) ? 'removed ' : 'restored'}  ${exactPlace(path)}`,
    ),
    ...skipped.map(({ path, why }) => `  left      ${exactPlace(path)}: ${exactly(why)}`),
    ...(commands.length > 0 ? ['Commands that ran since and cannot be undone:'] : []),
    ...commands.map((command) => `  ${exactLine(command)}`),
  ];
}
