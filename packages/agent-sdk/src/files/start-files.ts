import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Files in the home directory that a shell, a session or git reads when it starts, and runs what they say.
 * `.inputrc` can bind a key to a command. What git reads of a repository (`.gitattributes`, `.gitmodules`)
 * only names programs that its configuration must hold already.
 */
const IN_HOME: readonly string[] = [
  '.profile',
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.bash_aliases',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.kshrc',
  '.mkshrc',
  '.cshrc',
  '.tcshrc',
  '.login',
  '.logout',
  '.inputrc',
  '.xprofile',
  '.xsessionrc',
  '.pam_environment',
  '.envrc',
  '.gitconfig',
  '.config/fish',
  '.config/git',
  '.config/environment.d',
];

/** The same where variables put them elsewhere. */
const BY_VARIABLE: Readonly<Record<string, readonly string[]>> = {
  ZDOTDIR: IN_HOME.filter((name) => name.startsWith('.z')),
  XDG_CONFIG_HOME: ['fish', 'git'],
};

/** Every decision asks for them. They are others where the variables are. */
export function startFiles(): readonly string[] {
  const dirs = [homedir(), ...Object.keys(BY_VARIABLE).map((variable) => process.env[variable])];
  const key = dirs.join('\0');
  if (last?.key !== key) last = { key, files: startFilesNow() };
  return last.files;
}

let last: { readonly key: string; readonly files: readonly string[] } | undefined;

const startFilesNow = (): readonly string[] => [
  ...IN_HOME.map((name) => join(homedir(), name)),
  ...Object.entries(BY_VARIABLE).flatMap(([variable, names]) => {
    const dir = process.env[variable];
    return dir ? names.map((name) => join(dir, name)) : [];
  }),
];

/** Their names from the home directory on. */
export const startNames = (): readonly string[] => IN_HOME;

/** Where a name by itself may be one of them: what may run anywhere may run there. */
export const startDirs = (): readonly string[] => [
  ...new Set([homedir(), ...(process.env.ZDOTDIR ? [process.env.ZDOTDIR] : [])]),
];

/** Whether a longer text, such as a script on the command line, names one of them by its home directory. */
export const namesStartFile = (text: string): boolean => {
  if (!START.test(text)) return false;
  const home = escaped(homedir());
  return new RegExp(`(~|\\$\\{?HOME\\}?|${home})/+(${NAMES})($|[^\\w.-])`).test(text);
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const NAMES = IN_HOME.map(escaped).join('|');
const START = new RegExp(`/(${NAMES})`);
