import { homedir } from 'node:os';
import type { Agent } from '@wavehooks/agent-sdk';
import type { Review } from '@wavehooks/settings';
import type { CommandContext } from '../control/command.ts';
import type { Canvas } from '../text/lines.ts';
import { reviewLines } from './hook-lines.ts';

/** What on disk differs from what is in force; no lines where nothing does. */
export interface OpenReview {
  readonly review?: Review;
  readonly lines: readonly string[];
  readonly problem?: string;
}

/** Settings that cannot be read are told here, and the hooks in force stay. */
export function openReview(agent: Agent, canvas: Canvas): OpenReview {
  try {
    const review = agent.hooks.review();
    if (!review) return { lines: [] };
    const where = { home: homedir(), projectDir: agent.projectDir };
    return { review, lines: reviewLines(review, where, canvas) };
  } catch (error) {
    return { lines: [], problem: (error as Error).message };
  }
}

export async function finishReview(
  { controller, print }: Pick<CommandContext, 'controller' | 'print'>,
  review: Review,
  accepted: boolean,
): Promise<void> {
  if (!accepted) return print("Kept: this session's hooks are unchanged.");
  try {
    await controller.agent.hooks.accept(review);
    print('Accepted: the hooks on disk are in force from now on.');
  } catch (error) {
    controller.show({ is: 'told', tone: 'error', text: (error as Error).message });
  }
}
