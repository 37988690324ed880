import { readTextFile } from '@wavehooks/process/files';
import { readSettingsFile, SettingsError } from '@wavehooks/settings';
import type { ForeignPlace } from './peer.ts';
import { tomlLines } from './toml-lines.ts';

/** What the commands of a file are seen from. */
export interface Around {
  readonly projectDir: string;
  /** The plugin that the file is a part of. */
  readonly plugin?: { readonly root: string; readonly data: string };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A settings file of a peer, as far as hooks are concerned. */
export interface Foreign extends ForeignPlace {
  readonly value: Readonly<Record<string, unknown>>;
  readonly hooks: Readonly<Record<string, unknown>>;
  /** All that the file holds, where `value` is only a part of it. */
  readonly whole?: Readonly<Record<string, unknown>>;
  /** What its commands are seen from. */
  readonly around?: Around;
  /** Where a piece of the whole file stands. */
  readonly locateIn?: (path: readonly (string | number)[]) => string;
  /** Where a piece of `hooks` stands. */
  readonly locate: (path: readonly (string | number)[]) => string;
}

/** Reads a peer's file and never writes it. undefined: there is none. Throws `SettingsError`. */
export async function readForeign(place: ForeignPlace): Promise<Foreign | undefined> {
  try {
    const read = place.file.endsWith('.toml')
      ? await readToml(place.file)
      : readSettingsFile(place.file);
    return (
      read && {
        ...place,
        value: read.value,
        hooks: read.hooks,
        locate: read.locate,
        ...(read.locateIn ? { locateIn: read.locateIn } : {}),
      }
    );
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    // Values nested by the thousand are more than the parser's stack holds.
    throw new SettingsError(`${place.file}: cannot be read: ${(error as Error).message}`);
  }
}

type Read = Pick<Foreign, 'value' | 'hooks' | 'locate' | 'locateIn'>;

async function readToml(file: string): Promise<Read | undefined> {
  const text = textOf(file);
  if (text === undefined) return undefined;
  const value = await parseToml(file, text);
  const hooks = value['hooks'] ?? {};
  if (typeof hooks !== 'object' || hooks === null || Array.isArray(hooks))
    throw new SettingsError(`${file}: "hooks": expected a table, got ${JSON.stringify(hooks)}`);
  const lineOf = tomlLines(text);
  const locateIn: NonNullable<Read['locateIn']> = (path) => {
    const line = lineOf(path);
    return line === undefined ? file : `${file}:${line}`;
  };
  const locate: Read['locate'] = (path) => locateIn(['hooks', ...path]);
  return { value, hooks: hooks as Read['hooks'], locate, locateIn };
}

function textOf(file: string): string | undefined {
  try {
    return readTextFile(file).replace(/^\uFEFF/, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new SettingsError(`${file}: cannot be read: ${(error as Error).message}`);
  }
}

/** Loaded only here: nothing else of Wave needs TOML. */
async function parseToml(file: string, text: string): Promise<Record<string, unknown>> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const what = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '');
    throw new SettingsError(`${file}:${error.line}:${error.column}: not valid TOML: ${what}`);
  }
}
