import type { Outcome, Start, TracePlace } from '@wavehooks/process';
import type { ZodType } from 'zod';
import type { AgentRef } from './agent-ref.ts';
import type { ImageBlock } from './messages.ts';
import type { OpenFiles } from './open-files.ts';
import type { BoxFor, Tighter } from './sandbox.ts';
import type { Terminals } from './terminals.ts';
import type { WebAccess } from './web.ts';

/** A tool: how it is described to the model, what it needs, and what it does. */
export interface Tool<I = Record<string, unknown>> {
  readonly name: string;
  readonly description: string;
  readonly input: ZodType<I>;
  /** The schema for the model, where that is not what `input` says by itself, or was made of it ahead. */
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  /**
   * What its results have as `data`, for the people who read docs/tools.md: each field with what it is. One that
   * only some results have is optional.
   */
  readonly response?: ZodType;
  /**
   * The parameters that hold a path, or a list of paths. Each is made absolute, from the agent's current
   * directory and without dots, before anybody sees the call: hooks, rules, the user and the tool.
   */
  readonly paths?: readonly string[];
  /**
   * The parameters that hold a web address. Each is written in the one form that addresses are compared in
   * (`HTTP://Example.com` is `http://example.com/`) before anybody sees the call.
   */
  readonly urls?: readonly string[];
  /** Adds what a call leaves to the tool's defaults, before anybody sees it. */
  withDefaults?(given: Record<string, unknown>): Record<string, unknown>;
  /** What it does to the world: decides which permission it needs. */
  readonly effect: 'read' | 'edit' | 'run' | 'none';
  /** The files that a call reads or writes, absolute; empty when it touches none by name. */
  files?(input: I, place: Place): readonly string[];
  /** What permission rules look at, e.g. the command or the path; the name alone without it. */
  subject?(input: I): string | undefined;
  /** Whether a call runs alone although its effect is none or reading. The input is as the model gave it. */
  alone?(input: unknown): boolean;
  /**
   * Why the call would fail as things are, in words for the model. Asked where the user would be asked
   * next, so that nobody is asked in vain; where the call names files, only if Read could see them all
   * unasked. Changes nothing.
   */
  check?(input: I, context: ToolContext): Promise<string | undefined>;
  /** The call is a question to the user: no rule, no mode and no hook's yes answers it. */
  readonly onlyUser?: OnlyUser<I>;
  /** Never throws for what the input asks: a failure is a result. */
  run(input: I, context: ToolContext): Promise<ToolResult>;
}

/** What becomes of a question that the user says no to, or that nobody can be asked. */
interface OnlyUser<I> {
  /** For the agent: the user said no, perhaps with a word. */
  declined(word: string | undefined): string;
  /** The last words of the turn, which ends where nobody can be asked. */
  unasked(input: I): string;
}

/** The tool as it is given: TypeScript takes the type of the input from its schema. */
export const defineTool = <I>(tool: Tool<I>): Tool<I> => tool;

export interface ToolResult {
  readonly success: boolean;
  /** The text for the model. */
  readonly text: string;
  /** Pictures for the model. */
  readonly images?: readonly ImageBlock[];
  /** What PostToolUse hooks get as `tool_response`, beside `success`. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Something that the user should know as well. */
  readonly notice?: string;
}

export const done = (text: string, data?: ToolResult['data']): ToolResult => ({
  success: true,
  text,
  ...(data === undefined ? {} : { data }),
});

export const failed = (text: string, data?: ToolResult['data']): ToolResult => ({
  success: false,
  text,
  ...(data === undefined ? {} : { data }),
});

/** Where a call is made: enough to know which files it means. */
export interface Place {
  readonly projectDir: string;
  /** Directories that count as the project's in this session. */
  readonly directories?: readonly string[];
  /** The agent's current directory; Bash moves it. */
  readonly cwd: string;
  /** The environment of commands; without it, that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Whether an approved hook would load this file, be it there yet or not; links are followed. */
  readonly isLoaded?: ((realPath: string) => boolean) | undefined;
}

/** What a running tool knows of its agent. */
export interface ToolContext extends Place {
  setCwd(dir: string): void;
  /** The id of the call. */
  readonly call?: string | undefined;
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The same for commands of the agent: with what hooks set for them. */
  readonly shellEnv?: ToolContext['env'];
  readonly start: Start;
  /** Where the call stands in a trace: what it starts, or asks, is handed this. */
  readonly trace?: TracePlace | undefined;
  /** Says what the call has printed so far. What is said is for the host, not for the model. */
  readonly output?: ((output: CommandOutput) => void) | undefined;
  /** What the session remembers for tools: files as they were read, background shells, todos. */
  readonly memory: ToolMemory;
  /** Asks the user the questions of AskUserQuestion; undefined when nobody is there. */
  readonly ask?: AskUser | undefined;
  /** Shows how far the call is. */
  readonly report?: ((text: string) => void) | undefined;
  /** True for a file that a rule denies to read: Glob and Grep leave it out. */
  readonly hides?: ((path: string) => boolean) | undefined;
  /** Files as the host has them, where it has them open. */
  readonly openFiles?: OpenFiles | undefined;
  /** Terminals of the host, where commands run that need no sandbox. */
  readonly terminals?: Terminals | undefined;
  /** Which sandbox a command of this call runs in; without it in none. */
  readonly box?: BoxFor | undefined;
  /** What fetches may reach, and what they found. */
  readonly web?: WebAccess | undefined;
}

/** What a running command has printed so far, both streams in the order in which it came. */
export interface CommandOutput {
  /** The last of it: whole lines but for the last one, without anything that a terminal acts on. */
  readonly tail: string;
  /** How much it has printed in all. */
  readonly bytes: number;
  /** For how long it has been running. */
  readonly ms: number;
  /** Of one in the background: its id, and what was run. */
  readonly shell?: { readonly id: string; readonly command: string };
  /** Of one in the background: it runs no more, and this is the last that is told. */
  readonly ended?: true;
  /** How it ended, in words. */
  readonly how?: string;
}

/**
 * What the context of a call is made of. It is one value, so that nobody who passes it on can drop a part of it,
 * such as the sandbox.
 */
interface ContextAsked {
  readonly signal: AbortSignal;
  /** The id of the call. */
  readonly call: string;
  readonly output?: ToolContext['output'];
  readonly tighter?: Tighter;
}

export type ContextFor = (asked: ContextAsked) => ToolContext;

export interface ToolMemory {
  /**
   * File state by absolute path, as it was when it was last read or written (mtimeMs and size). `mark` tells the
   * text that the host had, where it has the file open.
   */
  readonly files: Map<string, { mtimeMs: number; size: number; mark?: string }>;
  readonly shells: Map<string, BackgroundShell>;
  /** Each sends a command that is waited for to the background. */
  readonly running: Set<() => void>;
  /** What commands left running when they had ended. */
  readonly left: Set<Left>;
  todos: readonly Todo[];
}

export interface Left {
  /** Settles when nothing of it runs any more. */
  end(): Promise<void>;
}

export interface BackgroundShell {
  readonly command: string;
  /** What was printed since the last call, bounded. */
  read(): string;
  /** How it ended; undefined while it runs. */
  outcome(): Outcome | undefined;
  /** Ends its whole group; settles when nothing of it runs any more. Can be called twice. */
  kill(): Promise<void>;
}

export interface Todo {
  readonly content: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
  readonly activeForm?: string | undefined;
}

export interface Question {
  readonly question: string;
  readonly header?: string | undefined;
  readonly options: readonly {
    readonly label: string;
    readonly description?: string | undefined;
  }[];
  readonly multiSelect?: boolean | undefined;
}

/** Answers by question text; rejects when the user declines. `agent` is the subagent that asks. */
export type AskUser = (
  questions: readonly Question[],
  options: { signal: AbortSignal; agent?: AgentRef },
) => Promise<Readonly<Record<string, string>>>;
