import { isAbsolute, join } from 'node:path';

/** What a sandboxed program does not see of the home directory: keys, tokens, mail, and what browsers keep. */
const EVERYWHERE: readonly string[] = [
  '.wave',
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
  '.oci',
  '.netrc',
  '.npmrc',
  '.yarnrc.yml',
  '.pypirc',
  '.pgpass',
  '.my.cnf',
  '.git-credentials',
  '.vault-token',
  '.password-store',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.gem/credentials',
  '.m2/settings.xml',
  '.gradle/gradle.properties',
  '.terraform.d',
  '.terraformrc',
  '.boto',
  '.s3cfg',
  '.fly',
  '.bundle/config',
  '.subversion/auth',
  '.composer/auth.json',
  '.config/gcloud',
  '.config/gh',
  '.config/hub',
  '.config/glab-cli',
  '.config/doctl',
  '.config/op',
  '.config/rclone',
  '.config/git/credentials',
  '.config/pip',
  '.config/sops',
  '.config/age',
  '.config/heroku',
  '.config/netlify',
  '.config/stripe',
  '.config/rbw',
  '.config/filezilla',
  '.config/containers/auth.json',
  '.config/github-copilot',
  '.claude.json',
  '.claude/.credentials.json',
  '.codex/auth.json',
  '.gemini/oauth_creds.json',
  '.bash_history',
  '.zsh_history',
  '.local/share/fish/fish_history',
  '.python_history',
  '.node_repl_history',
  '.psql_history',
  '.mysql_history',
  '.sqlite_history',
  '.rediscli_history',
];

/** The same for one platform alone. */
const OF_PLATFORM: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: [
    '.mozilla',
    '.config/mozilla',
    '.cache/mozilla',
    '.librewolf',
    '.waterfox',
    '.zen',
    '.thunderbird',
    '.config/google-chrome',
    '.config/google-chrome-beta',
    '.config/google-chrome-unstable',
    '.cache/google-chrome',
    '.cache/chromium',
    '.config/chromium',
    '.config/BraveSoftware',
    '.config/microsoft-edge',
    '.config/microsoft-edge-beta',
    '.config/microsoft-edge-dev',
    '.config/opera',
    '.config/vivaldi',
    '.config/qutebrowser',
    '.local/share/qutebrowser',
    '.local/share/epiphany',
    '.config/Bitwarden',
    '.config/1Password',
    '.config/keepassxc',
    '.config/Signal',
    '.config/Slack',
    '.config/discord',
    '.var/app',
    'snap',
    '.local/share/keyrings',
    '.local/share/kwalletd',
    '.pki',
    '.Xauthority',
    '.ICEauthority',
  ],
  darwin: [
    'Library/Keychains',
    'Library/Cookies',
    'Library/Safari',
    'Library/Mail',
    'Library/Messages',
    'Library/Application Support/Google/Chrome',
    'Library/Application Support/Chromium',
    'Library/Application Support/BraveSoftware',
    'Library/Application Support/Microsoft Edge',
    'Library/Application Support/Firefox',
    'Library/Application Support/Arc',
    'Library/Application Support/com.apple.TCC',
    'Library/Containers/com.apple.Safari',
    'Library/Group Containers',
  ],
};

/** Of the machine. Who is not root could read few of them anyway. */
const OF_MACHINE: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: [
    '/etc/shadow',
    '/etc/shadow-',
    '/etc/gshadow',
    '/etc/gshadow-',
    '/etc/sudoers',
    '/etc/sudoers.d',
    '/etc/ssl/private',
    '/etc/krb5.keytab',
    '/etc/ssh/ssh_host_rsa_key',
    '/etc/ssh/ssh_host_ecdsa_key',
    '/etc/ssh/ssh_host_ed25519_key',
    '/var/lib/docker',
    '/var/lib/containerd',
    '/var/spool/mail',
  ],
  darwin: ['/Library/Keychains', '/etc/sudoers', '/private/var/db/dslocal'],
};

/** Variables that say where keys are kept instead; some name several files. */
const BY_VARIABLE: readonly string[] = [
  'AWS_CONFIG_FILE',
  'AWS_SHARED_CREDENTIALS_FILE',
  'AZURE_CONFIG_DIR',
  'CLOUDSDK_CONFIG',
  'DOCKER_CONFIG',
  'GH_CONFIG_DIR',
  'GNUPGHOME',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'KUBECONFIG',
  'NETRC',
  'NPM_CONFIG_USERCONFIG',
  'npm_config_userconfig',
  'PASSWORD_STORE_DIR',
  'PGPASSFILE',
  'PIP_CONFIG_FILE',
  'TF_CLI_CONFIG_FILE',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
];

/** Variables that stand for a directory of the home directory, in which more than keys is kept. */
const DIRECTORIES: Readonly<Record<string, string>> = {
  XDG_CONFIG_HOME: '.config',
  XDG_DATA_HOME: '.local/share',
  CARGO_HOME: '.cargo',
  GRADLE_USER_HOME: '.gradle',
  CLAUDE_CONFIG_DIR: '.claude',
  CODEX_HOME: '.codex',
};

export const placesByVariable = (
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): readonly string[] => [
  ...BY_VARIABLE.flatMap((name) => (env[name] ?? '').split(':').filter((path) => isAbsolute(path))),
  ...Object.entries(DIRECTORIES).flatMap(([name, usual]) => {
    const dir = env[name] ?? '';
    const inside = inHome(platform).filter((path) => path.startsWith(`${usual}/`));
    return isAbsolute(dir) ? inside.map((path) => join(dir, path.slice(usual.length))) : [];
  }),
];

const inHome = (platform: NodeJS.Platform): readonly string[] => [
  ...EVERYWHERE,
  ...(OF_PLATFORM[platform] ?? []),
];

export const privatePlaces = (home: string, platform: NodeJS.Platform): readonly string[] => [
  ...inHome(platform).map((name) => join(home, name)),
  ...(OF_MACHINE[platform] ?? []),
];

/** The table for people. */
export const HIDDEN_TABLE: readonly (readonly [where: string, names: readonly string[]])[] = [
  ['your home directory', EVERYWHERE],
  ['there, on Linux', OF_PLATFORM.linux ?? []],
  ['there, on macOS', OF_PLATFORM.darwin ?? []],
  ['the machine, Linux', OF_MACHINE.linux ?? []],
  ['the machine, macOS', OF_MACHINE.darwin ?? []],
];

/**
 * Where the sockets of a machine's services are: docker, systemd, D-Bus, agents that hold keys. A socket can be
 * connected to through a read-only mount, so the whole directory is hidden.
 */
export const SERVICE_PLACES: readonly string[] = ['/run', '/var/run'];

/** What programs need of it; they hold no sockets. */
export const KEPT_OF_SERVICES: readonly string[] = [
  '/run/current-system',
  '/run/booted-system',
  '/run/opengl-driver',
];
