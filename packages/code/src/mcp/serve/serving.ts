import { inputFrom, openExplainer, type PermissionMode } from '@wavehooks/agent-sdk';
import type { OpenOptions } from '@wavehooks/settings';
import type { Io } from '../../cli/command.ts';

/** What every tool is run with. */
export interface Serving {
  readonly options: OpenOptions & { readonly home: string };
  readonly io: Io;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export interface Call {
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly mode?: PermissionMode;
}

/** Opened for each question, so that a change of the settings counts at once. */
export const explainerOf = ({ options, io }: Pick<Serving, 'options' | 'io'>) =>
  openExplainer({
    workdir: io.cwd,
    home: options.home,
    settingSources: options.only ? [] : ['user', 'project', 'local'],
    ...(options.settings === undefined ? {} : { settings: options.settings }),
    ...(options.projectHooks === undefined ? {} : { projectHooks: options.projectHooks }),
  });

export const asCall = ({ tool, input, mode }: Call) => ({
  tool,
  input: inputFrom(tool, JSON.stringify(input)),
  ...(mode === undefined ? {} : { mode }),
});
