import type { EventName } from '../event/events.generated.ts';
import type { Lacks } from './fallbacks.ts';

export type Raw = Readonly<Record<string, unknown>>;
export type Names = Readonly<Record<string, string>>;

/** Another agent: one file says all that Wave knows of it. */
export interface Agent {
  readonly title: string;
  /** Its names of the events; of those it has. */
  readonly events: Readonly<Partial<Record<EventName, string>>>;
  /** Of these, those that only its screen has: without a terminal they do not come. */
  readonly onScreen?: readonly EventName[];
  /** What it cannot take as it is meant. */
  readonly lacks: Lacks;
  /** The dialect of its answers. @internal */
  readonly dialect: 'nested' | 'gemini' | 'copilot' | 'cursor';
  /** Whether it merges a rewrite over the input; otherwise it gets the whole, merged by us. @internal */
  readonly merges?: boolean;
  /** Its names of our tools. @internal */
  readonly tools: Names;
  /** Its names of their parameters, by our name of the tool. @internal */
  readonly fields?: Readonly<Record<string, Names>>;
  /**
   * The parameters that it goes by, where we have another name for them: what it finds under ours, it ignores.
   * So does a guard, or a call could show it one file and mean another. @internal
   */
  readonly ownFields?: readonly string[];
  /** An input with the names that the others have for its fields. @internal */
  readonly translate?: (raw: Raw) => Record<string, unknown>;
  /**
   * The calls of ours that one call of its may be, where it takes more than other names: hooks see each of them, and
   * what one is refused is refused to all. Throws for what cannot be taken apart. @internal
   */
  readonly calls?: (raw: Raw) => readonly Raw[] | undefined;
  /** How an input shows that it comes from this agent, or a variable of the environment does. @internal */
  readonly detect?: { readonly input?: (raw: Raw) => boolean; readonly variable?: string };
  /** How `wave guard` finds its way into it. */
  readonly guard: Guard;
}

export interface Guard {
  /** The file of its settings that takes hooks. */
  readonly settingsFile: (where: Where) => string;
  /** What it reads beside plain JSON. Of a file with anything else in it, it runs no hook. */
  readonly reads: readonly ('comments' | 'bom')[];
  /** The only fields of the file that it reads, where another one keeps it from reading the file. */
  readonly onlyFields?: readonly string[];
  /** The field of the file that switches all hooks off, and the value that does. */
  readonly off?: readonly [path: string, value: boolean];
  /** Whether the entries of an event stand in groups, or in the list itself, or in a program that the agent loads. */
  readonly form: 'groups' | 'flat' | 'plugin';
  /** An entry of its settings that runs a command. */
  readonly entry: (command: string, seconds: number, holds: boolean) => Raw;
  /** Whether `npm run agents` tries it; otherwise all is by its documentation. */
  readonly tried: boolean;
  /** Where exit 2 does not refuse: the answer that does. */
  readonly refusesInWords?: Readonly<Partial<Record<EventName, (reason: string) => Raw>>>;
  /** Where hooks find the directory that the agent was started in: a variable, or where their own process is. */
  readonly startedIn: { readonly variable: string } | 'process';
  /** Whether it reads the project's file also when it is started in a directory below. */
  readonly readsAbove?: boolean;
  /** What its user has to do before it runs hooks: those of a project, or all. */
  readonly trust?: { readonly of: 'project' | 'all'; readonly todo: string };
  /** Where it takes less than an hour, and says so at every start. */
  readonly mostSeconds?: Readonly<Partial<Record<EventName, number>>>;
}

export interface Where {
  readonly level: 'user' | 'project';
  readonly home: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The names of events that an agent shares with Wave. */
export const shared = (...events: readonly EventName[]): Agent['events'] =>
  Object.fromEntries(events.map((event) => [event, event]));

/** A settings file in a folder of the project, or of the home that a variable may move. */
export const settingsIn =
  (folder: string, file = 'settings.json', variable = '') =>
  ({ level, home, project, env }: Where): string =>
    level === 'project'
      ? `${project}/${folder}/${file}`
      : `${env[variable] || `${home}/${folder}`}/${file}`;

/** Entries in groups, as Claude Code has them; what one second is in `timeout` differs. */
export const grouped = (second: number): Pick<Guard, 'form' | 'entry' | 'tried'> => ({
  tried: true,
  form: 'groups',
  entry: (command, seconds) => ({ type: 'command', command, timeout: seconds * second }),
});

/** A program of ours that the agent loads, where its settings take no commands. */
export const plugin: Pick<Guard, 'form' | 'entry' | 'tried' | 'reads'> = {
  tried: true,
  reads: [],
  form: 'plugin',
  entry: (command) => ({ command }),
};

/** A field under the first of these values that there is. */
export const first = (name: string, ...values: readonly unknown[]): Raw => {
  const value = values.find((one) => one !== undefined && one !== null);
  return value === undefined ? {} : { [name]: value };
};

/** Every tool of every server that a name without a clear border may mean. */
export const mcpNames = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .slice(1)
    .map((_, at, { length }) => {
      const words = text.split(separator);
      const [server, tool] = [words.slice(0, at + 1), words.slice(at + 1, length + 1)];
      return `mcp__${server.join(separator)}__${tool.join(separator)}`;
    });

/** Some of it comes as JSON in a text. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
