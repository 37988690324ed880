import type { Controller } from '../../control/controller.ts';
import type { Canvas } from '../../text/lines.ts';
import { painterOf } from '../../text/theme.ts';
import type { Query } from './query.ts';

/** What a command of the plain mode can do. */
export interface Desk {
  readonly controller: Controller;
  /** Says lines, once: they are no part of the conversation. */
  print(...lines: string[]): void;
  /** Asks before the agent does. */
  ask(query: Query): void;
  /** Puts a text into the line that is typed. */
  fill(text: string): void;
  /** The conversation is another one now; what was said of it is not said again. */
  restart(): void;
}

/** Lines are not broken here: whoever reads them, or reads them out, does that. */
export const CANVAS: Canvas = {
  width: 10_000,
  paint: painterOf('none'),
  unfold: '/details',
  echoes: true,
  records: true,
};
