import type { Canvas } from '../text/lines.ts';
import type { Paint, Theme } from '../text/theme.ts';
import type { Controller } from './controller.ts';

/** What a command of the screen can do. */
export interface CommandContext {
  readonly controller: Controller;
  readonly paint: Paint;
  /** Puts lines into the conversation, for the user alone. */
  print(...lines: string[]): void;
  /** Opens a panel in place of the input box. */
  open(panel: PanelName): void;
  /** Does something long that Esc ends; the screen says what. */
  busy(what: string, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Puts a text into the input box. */
  fill(text: string): void;
  /** Draws the screen once more. */
  redraw(canvas: Canvas): void;
  /** Draws what the agent knows of the conversation, after something was taken out of it. */
  restart(): void;
  /** Goes on with another session, or a new one, on an empty screen. */
  change(resume: string | undefined): Promise<void>;
  /** Asks another model from now on, in the sessions to come as well. Throws where it cannot be reached. */
  chooseModel(name: string): void;
  /** Draws with other colours from now on, also after the next start. */
  chooseTheme(name: Theme): void;
  leave(): void;
}

/** What a command needs that tells something and asks nothing: a screen is no part of it. */
export type TellingContext = Pick<CommandContext, 'print' | 'paint'> & {
  readonly controller: Pick<Controller, 'agent'>;
};

export type PanelName = 'hooks' | 'model' | 'resume' | 'undo' | 'rewind' | 'details' | 'theme';

/** A command for a front that offers `C`. */
export interface CommandFor<C> {
  readonly name: string;
  /** What follows the name, as the help shows it. */
  readonly args?: string;
  readonly about: string;
  /** Whether it can be called while the agent is at work. */
  readonly anytime: boolean;
  run(context: C, args: string): void | Promise<void>;
}

type Row = <C>(typed: string, about: string, run: CommandFor<C>['run']) => CommandFor<C>;

const row =
  (anytime: boolean): Row =>
  (typed, about, run) => {
    const [name = '', ...args] = typed.split(' ');
    return { name, ...(args.length > 0 ? { args: args.join(' ') } : {}), about, anytime, run };
  };

/** A command for the table, as it is typed: one that can be called at any time, or once the agent is done. */
export const anytime = row(true);
export const atRest = row(false);

export type ScreenCommand = CommandFor<CommandContext>;
