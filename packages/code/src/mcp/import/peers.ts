import { join } from 'node:path';

export const PEERS = ['claude-code', 'codex', 'cursor', 'vscode'] as const;
export type Peer = (typeof PEERS)[number];

type Fields = Readonly<Record<string, unknown>>;

/** A file of another program: whose it is decides where its servers go, and so who has to approve them. */
export interface PeerFile {
  readonly file: string;
  readonly level: 'user' | 'project';
  readonly servers: (whole: Fields) => unknown;
}

export interface Around {
  readonly home: string;
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const under = (key: string) => (whole: Fields) => whole[key];

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** VS Code keeps a user's files where the system keeps those of programs. */
const vscodeHome = ({ home, env }: Around) =>
  process.platform === 'darwin'
    ? join(home, 'Library', 'Application Support')
    : env['XDG_CONFIG_HOME'] || join(home, '.config');

/** Where each peer has its servers. `.mcp.json` is not among them: Wave reads it as it is. */
export const FILES: Readonly<Record<Peer, (around: Around) => PeerFile[]>> = {
  'claude-code': ({ home, projectDir, env }) => {
    const file = join(env['CLAUDE_CONFIG_DIR'] || home, '.claude.json');
    const ofProject = ({ projects }: Fields) =>
      fieldsOf(fieldsOf(projects)[projectDir])['mcpServers'];
    return [
      { file, level: 'user', servers: under('mcpServers') },
      { file, level: 'project', servers: ofProject },
    ];
  },
  codex: ({ home, projectDir, env }) => {
    const own = env['CODEX_HOME'] || join(home, '.codex');
    const servers = under('mcp_servers');
    return [
      { file: join(own, 'config.toml'), level: 'user', servers },
      { file: join(projectDir, '.codex', 'config.toml'), level: 'project', servers },
    ];
  },
  cursor: ({ home, projectDir }) => {
    const servers = under('mcpServers');
    return [
      { file: join(home, '.cursor', 'mcp.json'), level: 'user', servers },
      { file: join(projectDir, '.cursor', 'mcp.json'), level: 'project', servers },
    ];
  },
  vscode: (around) => {
    const servers = under('servers');
    return [
      { file: join(vscodeHome(around), 'Code', 'User', 'mcp.json'), level: 'user', servers },
      { file: join(around.projectDir, '.vscode', 'mcp.json'), level: 'project', servers },
    ];
  },
};

/** What a field of theirs is in ours. */
type Rule = (value: unknown) => Fields;

const same =
  (name: string): Rule =>
  (value) => ({ [name]: value });

const COMMON: Readonly<Record<string, Rule>> = Object.fromEntries(
  ['type', 'command', 'args', 'env', 'cwd', 'url', 'headers'].map((name) => [name, same(name)]),
);

const mapped = (value: unknown, make: (text: string) => string): Fields =>
  Object.fromEntries(
    Object.entries(fieldsOf(value)).map(([key, text]) => [key, make(String(text))]),
  );

/** A field that is not here is not taken over, and the report says so. */
export const RULES: Readonly<Record<Peer, Readonly<Record<string, Rule>>>> = {
  'claude-code': {
    ...COMMON,
    timeout: (milliseconds) => ({ timeout: Number(milliseconds) / 1_000 }),
    oauth: same('oauth'),
  },
  codex: {
    ...COMMON,
    enabled: same('enabled'),
    startup_timeout_sec: same('startTimeout'),
    tool_timeout_sec: same('timeout'),
    env_vars: (names) => ({ env: mapped(named(names), (name) => `\${${name}}`) }),
    http_headers: same('headers'),
    env_http_headers: (names) => ({ headers: mapped(names, (name) => `\${${name}}`) }),
    bearer_token_env_var: (name) => ({ headers: { Authorization: `Bearer \${${name}}` } }),
  },
  cursor: { ...COMMON, disabled: (is) => ({ enabled: is !== true }) },
  vscode: COMMON,
};

const named = (names: unknown): Fields =>
  Object.fromEntries((Array.isArray(names) ? names : []).map((name) => [String(name), name]));
