import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { kindAt } from '../../src/files/kinds.ts';
import { listingOf } from '../../src/files/listings.ts';
import { resolverFor } from '../../src/files/paths.ts';
import { tempDir } from '../tools/helpers.ts';

const root = tempDir();
const OLD = new Date('2020-01-01');
const LOOKS = 5;

/** What is looked at in each directory: what is there at first, and what may come. */
const NAMES = ['file', 'dir', 'link', 'lost', 'new', 'FILE'];

/** What may happen to a directory. Times that are set back must not make it look as it was. */
const CHANGES: Readonly<Record<string, (dir: string) => void>> = {
  'a file comes': (dir) => writeFileSync(join(dir, 'new'), ''),
  'a directory comes': (dir) => mkdirSync(join(dir, 'new')),
  'a link comes': (dir) => symlinkSync('/etc', join(dir, 'new')),
  'a hard link comes': (dir) => linkSync(join(dir, 'file'), join(dir, 'new')),
  'a file comes from elsewhere': (dir) => {
    writeFileSync(`${dir}-beside`, '');
    renameSync(`${dir}-beside`, join(dir, 'new'));
  },
  'a file goes': (dir) => rmSync(join(dir, 'file')),
  'a file is called otherwise': (dir) => renameSync(join(dir, 'file'), join(dir, 'new')),
  'a file is called otherwise by case alone': (dir) =>
    renameSync(join(dir, 'file'), join(dir, 'FILE')),
  'a file becomes a link': (dir) => {
    symlinkSync('/etc', join(dir, 'other'));
    renameSync(join(dir, 'other'), join(dir, 'file'));
  },
  'a directory becomes a link': (dir) => {
    rmSync(join(dir, 'dir'), { recursive: true });
    symlinkSync('/etc', join(dir, 'dir'));
  },
  'a link leads elsewhere': (dir) => {
    rmSync(join(dir, 'link'));
    symlinkSync('dir', join(dir, 'link'));
  },
  'it becomes another directory': (dir) => {
    renameSync(dir, `${dir}-gone`);
    mkdirSync(dir);
    writeFileSync(join(dir, 'new'), '');
  },
  'it becomes a link': (dir) => {
    renameSync(dir, `${dir}-gone`);
    symlinkSync('/etc', dir);
  },
  'it becomes a file': (dir) => {
    renameSync(dir, `${dir}-gone`);
    writeFileSync(dir, '');
  },
  'it goes': (dir) => renameSync(dir, `${dir}-gone`),
  'a file comes and its times are set back': (dir) => {
    writeFileSync(join(dir, 'new'), '');
    utimesSync(dir, OLD, OLD);
  },
  'its rights change': (dir) => chmodSync(dir, 0o500),
  'a file is written': (dir) => writeFileSync(join(dir, 'file'), 'more'),
  nothing: () => {},
};

/** Directories whose names may be found otherwise than they are written. */
const ODD: Readonly<Record<string, readonly string[]>> = {
  'as if a key were missing': ['x'.repeat(43), 'Yz-_,'.repeat(9)],
  'without a letter that has two cases': ['1', '2'],
  'in both cases': ['a', 'A'],
};

/** A home whose files lead elsewhere, and a directory of programs. */
const home = join(root, 'home');
const programs = join(root, 'programs');

const names = Object.keys(CHANGES);
const dirOf = (change: string) => join(root, `d${names.indexOf(change)}`);
const listed = new Map<string, boolean>();

beforeAll(async () => {
  for (const change of names) {
    const dir = dirOf(change);
    mkdirSync(join(dir, 'dir'), { recursive: true });
    writeFileSync(join(dir, 'file'), '');
    symlinkSync('file', join(dir, 'link'));
    symlinkSync('nowhere', join(dir, 'lost'));
    utimesSync(dir, OLD, OLD);
  }
  for (const [dir, files] of Object.entries(ODD)) {
    mkdirSync(join(root, dir));
    for (const file of files) writeFileSync(join(root, dir, file), '');
  }
  mkdirSync(join(home, 'dotfiles'), { recursive: true });
  symlinkSync('dotfiles/bashrc', join(home, '.bashrc'));
  writeFileSync(join(home, '.zshrc'), '');
  mkdirSync(join(programs, 'dir'), { recursive: true });
  writeFileSync(join(programs, 'tool'), '', { mode: 0o600 });
  symlinkSync('tool', join(programs, 'link'));
  for (let look = 0; look < LOOKS; look++)
    listed.set('', listingOf(dirOf('nothing')) !== undefined);
  await sleep(3_200);
  for (const change of names)
    for (let look = 0; look < LOOKS; look++)
      listed.set(change, listingOf(dirOf(change)) !== undefined);
  for (const dir of [...Object.keys(ODD), 'home', 'programs'])
    for (let look = 0; look < LOOKS; look++)
      listed.set(dir, listingOf(join(root, dir)) !== undefined);
});

const onLinux = process.platform === 'linux';

describe('a directory that is listed', () => {
  test('has been the same for a while', { tags: 'linux' }, () => {
    expect(listed.get('')).toBe(false);
    expect(names.filter((change) => !listed.get(change))).toEqual([]);
    const dir = dirOf('nothing');
    expect(Object.fromEntries(listingOf(dir) ?? [])).toEqual(
      Object.fromEntries(readdirSync(dir).map((name) => [name, kindAt(join(dir, name))])),
    );
  });

  test.each(names)('is as the file system says when %s', (change) => {
    const dir = dirOf(change);
    CHANGES[change]?.(dir);
    // Also before anybody has looked a second time.
    for (let look = 0; look < LOOKS; look++) {
      const resolve = resolverFor({ projectDir: root, cwd: root });
      for (const name of NAMES) {
        const path = join(dir, name);
        expect([name, resolve.kind(path)]).toEqual([name, kindAt(path)]);
        expect(resolve.hasProgram(dirname(path), basename(path))).toBe(false);
      }
      const real = resolve(dir).real;
      expect([...(resolve.namesIn(real) ?? [])].sort()).toEqual(namesAt(real));
    }
  });

  test('finds programs', { tags: 'linux' }, () => {
    const shell = readdirSync('/bin').includes('sh') ? '/bin/sh' : '/usr/bin/sh';
    for (let look = 0; look < LOOKS; look++) {
      const { hasProgram } = resolverFor({ projectDir: root, cwd: root });
      expect(hasProgram(dirname(shell), basename(shell))).toBe(true);
      expect(hasProgram(dirname(shell), `${basename(shell)}-is-not-there`)).toBe(false);
    }
  });

  test('has a program as soon as it may be run, and no longer', () => {
    expect(listed.get('programs')).toBe(onLinux);
    const found = () =>
      ['tool', 'link', 'dir', 'none'].filter((name) =>
        resolverFor({ projectDir: root, cwd: root }).hasProgram(programs, name),
      );
    expect(found()).toEqual([]);
    chmodSync(join(programs, 'tool'), 0o700);
    expect(found()).toEqual(['tool', 'link']);
    chmodSync(join(programs, 'tool'), 0o600);
    expect(found()).toEqual([]);
  });

  test('has files that guard the agent, also where they lead elsewhere', () => {
    expect(listed.get('home')).toBe(onLinux);
    vi.stubEnv('HOME', home);
    const guarded = (file: string) =>
      resolverFor({ projectDir: dirOf('nothing'), cwd: root })(join(home, file)).guarded;
    const files = ['.bashrc', '.zshrc', 'dotfiles/bashrc', 'dotfiles/zshrc', 'dotfiles/other'];
    expect(files.filter(guarded)).toEqual(['.bashrc', '.zshrc', 'dotfiles/bashrc']);
    renameSync(join(home, '.zshrc'), join(home, 'dotfiles/zshrc'));
    symlinkSync('dotfiles/zshrc', join(home, '.zshrc'));
    expect(files.filter(guarded)).toEqual(files.slice(0, 4));
    vi.unstubAllEnvs();
  });

  test('has names that mean the same in every case, and with every key', { tags: 'linux' }, () => {
    const isListed = (dir: string) => listed.get(dir);
    expect(Object.keys(ODD).map(isListed)).toEqual([false, false, false]);
  });

  test('is none of those whose times do not tell what is in them', () => {
    for (let look = 0; look < LOOKS; look++) expect(listingOf('/proc/self')).toBeUndefined();
  });
});

function namesAt(dir: string): readonly string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    return [];
  }
}
