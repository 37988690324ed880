import { describe, expect, test } from 'vitest';
import { commandsIn } from '../../src/index.ts';
import { isLanguage } from '../../src/languages/read-code.ts';
import { lookUp } from '../../src/look-up/look-up.ts';
import type { Option } from '../../src/programs/program.ts';
import { PARTS } from '../../src/programs/table.ts';
import { ruleOver } from '../../src/rules/judge-command.ts';
import { literal, plainCommand, plainWord } from '../../src/text/command.ts';
import { quote } from '../quote.ts';
import { optionsIn, rows } from './rows.ts';

const DOES = /^(nothing|reads|writes|runs|code|loads|sends)$/;
const OPERANDS = /^(nothing|reads|writes|runs|code|loads|sends|command|line|rest)(\.\w+)?$/;

test('no program stands in two rows', () => {
  const names = PARTS.flatMap((part) => Object.keys(part).flatMap((key) => key.split('|')));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names.filter((name) => name !== name.toLowerCase())).toEqual([]);
});

/** What an option does with the word after it, and with one that is written right behind it. */
function usesOf(path: readonly string[], words: readonly string[], { name }: Option) {
  const found = lookUp(plainCommand([...path, ...words].map(plainWord)));
  const use = found?.uses.find((one) => one.is === 'option' && one.name === name);
  return use === undefined ? 'not seen' : literal(use.value);
}

describe.each(rows.map(({ path, row }) => [path.join(' '), path, row] as const))(
  '%s',
  (_, path, row) => {
    const options = optionsIn(row);

    test('is written as rows are', () => {
      const texts = `${row.options ?? ''} ${row.everywhere ?? ''}`.split(/\s+/).filter(Boolean);
      const spelled = texts.flatMap((text) => text.replace(/[=:?!].*$/s, '').split('|'));
      expect(options.flatMap(([, list]) => list).toSorted()).toEqual(
        [...new Set(spelled)].toSorted(),
      );
      expect(spelled.filter((one) => !/^-[^\s=:?!]+$/.test(one) && one !== '--')).toEqual([]);
      for (const [{ does, language }] of options) {
        expect(does).toMatch(DOES);
        if (language !== undefined) expect(isLanguage(language), language).toBe(true);
      }
      for (const kind of [row.operands, row.input].flatMap((text) => text?.split(' ') ?? [])) {
        expect(kind).toMatch(OPERANDS);
        const [, language] = kind.split('.');
        if (language !== undefined) expect(isLanguage(language), language).toBe(true);
      }
    });

    test('its options take the values that they say', () => {
      for (const [option, spellings] of options)
        for (const spelling of spellings) {
          const long = /^--\w/.test(spelling) || row.dash;
          const apart = option.value === 'next' ? 'VALUE' : undefined;
          expect([spelling, usesOf(path, [spelling, 'VALUE'], option)]).toEqual([spelling, apart]);
          const own = long ? `${spelling}=VALUE` : `${spelling}VALUE`;
          if (option.value !== 'none' && (long || spelling.length === 2))
            expect([own, usesOf(path, [own], option)]).toEqual([own, 'VALUE']);
        }
    });

    test('what its options run is seen', () => {
      for (const [{ does, language, value }, [spelling = '']] of options) {
        if (language !== undefined || value === 'none') continue;
        const long = /^--\w/.test(spelling) || row.dash;
        const attached = value === 'attached';
        const text = `${path.join(' ')} ${spelling}${attached ? (long ? '=' : '') : ' '}${quote('rm y')}`;
        const held = ruleOver([{ rule: 'rm', pattern: 'rm *' }], text);
        if (does === 'runs') expect([text, held]).toEqual([text, { rule: 'rm' }]);
        if (does === 'code') expect([text, held?.unread !== undefined]).toEqual([text, true]);
        if (does === 'runs' || does === 'code') continue;
        const sure = commandsIn(text).commands.filter(
          ({ maybe, within }) => !maybe && within.length > 0,
        );
        expect([text, sure.map(({ program }) => program)]).not.toEqual([
          text,
          expect.arrayContaining(['rm']),
        ]);
      }
    });
  },
);
