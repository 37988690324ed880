/** An option of a command: how it is read, and how it is explained. */
type OptionRow = {
  readonly short?: string;
  readonly about: string;
} & (
  | { readonly type: 'boolean' }
  | {
      readonly type: 'string';
      /** What stands for its value, e.g. FILE. */
      readonly value: string;
      readonly multiple?: boolean;
    }
);

export type OptionRows = Readonly<Record<string, OptionRow>>;

/** Flags that mean the same wherever a command has them. */
export const SHARED_FLAGS = {
  settings: { type: 'string', value: 'FILE', about: 'one more settings file' },
  'mcp-config': {
    type: 'string',
    multiple: true,
    value: 'FILE',
    about: 'more MCP servers; may be repeated',
  },
  'add-dir': {
    type: 'string',
    multiple: true,
    value: 'DIR',
    about: 'one more directory of the project; may be repeated',
  },
  json: { type: 'boolean', about: 'print JSON' },
} as const satisfies OptionRows;

export interface Usage {
  /** The ways to call it. */
  readonly forms: readonly string[];
  readonly about?: string;
  /** The table by which its arguments are read. */
  readonly options?: OptionRows;
}

/** What `--help` prints. docs/command-line.md has the same. */
export function usageOf({ forms, about, options = {} }: Usage): string {
  const calls = forms.map((form, at) => `${at === 0 ? 'usage: ' : '       '}${form}`);
  const rows = Object.entries(options).map(
    ([name, row]) => [labelOf(name, row), row.about] as const,
  );
  const room = Math.max(0, ...rows.map(([label]) => label.length)) + 2;
  const lines = rows.map(([label, text]) => `  ${label.padEnd(room)}${text}`);
  return [calls.join('\n'), about, lines.join('\n')].filter(Boolean).join('\n\n');
}

/** `-n N`, `-f, --follow`, `--settings FILE`. */
function labelOf(name: string, row: OptionRow): string {
  const long = name.length > 1 ? [`--${name}`] : [];
  const names = [...(row.short ? [`-${row.short}`] : []), ...long].join(', ');
  return row.type === 'string' ? `${names} ${row.value}` : names;
}
