import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { createScanner, parse, visit } from 'jsonc-parser';
import { expect, test } from 'vitest';
import type { Command } from '../src/cli/command.ts';
import { install, uninstall } from '../src/commands/install.ts';
import { isOurs } from '../src/commands/ours.ts';
import { place } from './helpers.ts';

const entry = fc.record(
  { type: fc.constant('command'), command: fc.constantFrom('a', 'b // no comment', '/* x */') },
  { requiredKeys: ['command'] },
);
const group = fc.record(
  { matcher: fc.constantFrom('Bash', 'AskUserQuestion'), hooks: fc.array(entry, { maxLength: 2 }) },
  { requiredKeys: ['hooks'] },
);
const groups = fc.array(group, { maxLength: 2 });
const hooks = fc.record(
  { Stop: groups, PreToolUse: groups, UserPromptSubmit: groups, SessionEnd: groups },
  { requiredKeys: [] },
);
const settings = fc.record(
  { model: fc.string(), hooks, z: fc.array(fc.nat()) },
  { requiredKeys: [] },
);

/** Something between two tokens; numbered later, so that each comment is one of its kind. */
const gap = fc.constantFrom(
  '',
  '',
  '',
  ' ',
  '\n',
  '\t',
  '\r\n  ',
  '/*#*/',
  ' /*#*/ ',
  '//#\n',
  '  // #\r\n',
);
const gaps = fc.array(gap, { minLength: 1, maxLength: 30 });
const indent = fc.constantFrom(undefined, 2, '\t');

/** Puts what is in `between` into the gaps of a text, over and over. */
function strewn(text: string, between: readonly string[], tag: string): string {
  const scanner = createScanner(text);
  let made = '';
  for (let at = 0; scanner.scan() !== END; at++) {
    const piece = text.slice(
      scanner.getTokenOffset(),
      scanner.getTokenOffset() + scanner.getTokenLength(),
    );
    made += (between[at % between.length] ?? '').replace('#', `${tag}${at}`) + piece;
  }
  return made;
}

/** The scanner's word for the end of a text. */
const END = 17;

function commentsOf(text: string): string[] {
  const found: string[] = [];
  visit(text, { onComment: (at, length) => found.push(text.slice(at, at + length).trim()) });
  return found;
}

type Groups = Record<string, { matcher?: string; hooks: unknown[] }[]>;

/** What settings say, without hooks of ours and without what is left empty. */
function meaning(text: string) {
  const { hooks: events = {}, ...rest } = parse(text, [], { allowTrailingComma: true });
  const kept = Object.entries(events as Groups).flatMap(([event, list]) =>
    list.flatMap(({ matcher, hooks }) =>
      hooks.filter((hook) => !isOurs(hook)).map((hook) => [event, matcher, hook]),
    ),
  );
  return { rest, kept };
}

const io = (home: string) => ({
  ...{ out: () => {}, err: () => {}, env: { HOME: home } },
  ...{ drain: async () => 'whole' as const, stdinIsDevice: () => false },
});

function home() {
  const at = place();
  const run = (command: Command, host: string) => command([`--${host}`], io(at.home));
  return {
    run,
    write: (host: string, text: string) => at.write(`home/.${host}/settings.json`, text),
    read: (host: string) => readFileSync(join(at.home, `.${host}/settings.json`), 'utf8'),
  };
}

const host = fc.constantFrom('wave', 'claude');

test('whatever the settings are, uninstall gives back what install found', async () => {
  await fc.assert(
    fc.asyncProperty(settings, indent, gaps, host, async (value, by, between, name) => {
      const { run, write, read } = home();
      const text = strewn(JSON.stringify(value, null, by), between, 'mine');
      write(name, text);
      await run(install, name);
      expect(read(name)).not.toBe(text);
      await run(uninstall, name);
      expect(read(name)).toBe(text);
    }),
    { numRuns: 150 },
  );
});

test('comments that were put anywhere since, also into our hooks, survive uninstall', async () => {
  await fc.assert(
    fc.asyncProperty(settings, indent, gaps, gaps, host, async (value, by, before, since, name) => {
      const { run, write, read } = home();
      const text = strewn(JSON.stringify(value, null, by), before, 'mine');
      write(name, text);
      await run(install, name);
      const commented = strewn(read(name), since, 'since');
      write(name, commented);
      await run(uninstall, name);
      expect(commentsOf(read(name))).toEqual(commentsOf(commented));
      expect(meaning(read(name))).toEqual(meaning(text));
      expect(read(name)).not.toContain('supervisor-hook');
    }),
    { numRuns: 100 },
  );
});
