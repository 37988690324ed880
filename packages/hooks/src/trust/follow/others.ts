import { dirname } from 'node:path';
import type { Place } from '../place.ts';
import {
  COMPUTED,
  type Code,
  gapsIn,
  joined,
  PROGRAMS,
  PUT_TOGETHER,
  type Signs,
  type Step,
} from './step.ts';

const plain = (text: string) => text.replace(/^\s*#.*$/gm, '');
const here = (own: Code, place: Place) => dirname(place.real(own.file));
const fromRun = (own: Code, name: string) =>
  own.at === undefined || name.startsWith('/') ? name : `${own.at}/${name}`;

/** The first of some names that is there, and before it those that would be taken instead. */
function first(tried: readonly string[], own: Code, place: Place): Partial<Step> {
  const at = tried.findIndex((name) => place.kind(name) === 'file');
  const file = tried[at];
  return {
    files: tried
      .slice(0, at === -1 ? tried.length : at + 1)
      .filter((name) => place.kind(name) !== 'directory'),
    code: file === undefined ? [] : [{ ...own, file }],
  };
}

const BIN = String.raw`(?:\$FindBin::(?:Real)?Bin|\$(?:Real)?Bin|\$\{FindBin::Bin\})`;
const BESIDE_PERL = new RegExp(
  String.raw`(?:${BIN}|dirname\s*\(?\s*(?:__FILE__|\$0)\s*\)?)\s*\.\s*(['"])([^'"\n]+)\1`,
  'g',
);
const READ_PERL = /(?<![\w$@%>])(?:require|do)\s*\(?\s*(['"])([^'"\n]+)\1/g;
const LIB_PERL = /(?<![\w$])use\s+lib\b([^;]*);/g;

const PERL_SIGNS: Signs = [
  [/(?<![\w$@%>])(require|do)\s*\(?\s*\$(?!FindBin::|(?:Real)?Bin\b)/, COMPUTED],
  [/@INC\b/, 'changes where Perl looks for modules'],
  [/(?<![\w$])eval\s*\(?\s*["'$q]/, PUT_TOGETHER],
  [/(?<![\w$>])(system|exec|qx)\b|`|open\s*\(?[^;]*['"]\s*-?\|/, PROGRAMS],
];

/** Perl reads other files by paths from where it runs, and modules of the directories that it is given. */
export function perlStep(own: Code, text: string, place: Place): Step {
  const dir = here(own, place);
  const filled = (name: string) => name.replace(new RegExp(`^${BIN}`), dir);
  const path = (name: string) => (filled(name) === name ? fromRun(own, name) : filled(name));
  const libs = [...text.matchAll(LIB_PERL)].map(([, list = '']) => list);
  const beside = [...text.matchAll(BESIDE_PERL)].map(
    ([, , name = '']) => `${dir}${name.startsWith('/') ? '' : '/'}${name}`,
  );
  const read = [...text.matchAll(READ_PERL)].map(([, , name = '']) => path(name));
  return joined([
    ...[...read, ...beside].map((name) =>
      place.kind(name) === 'directory' ? { trees: [name] } : first([name], own, place),
    ),
    ...libs.map((list) => {
      const named = [...list.matchAll(/(['"])([^'"\n]+)\1/g)].map(([, , name = '']) => path(name));
      const words = [...list.matchAll(/qw\s*[([{/]([^)\]}/]*)/g)].flatMap(([, names = '']) =>
        names.trim().split(/\s+/),
      );
      const trees = [
        ...(list.includes('dirname') || /\.\s*['"]/.test(list) ? [] : named),
        ...words.map(path),
      ];
      return trees.length + beside.length > 0 ? { trees } : { gaps: [COMPUTED] };
    }),
    { gaps: gapsIn(plain(text), PERL_SIGNS) },
  ]);
}

const BESIDE_RUBY = /\brequire_relative\s*\(?\s*(['"])([^'"\n]+)\1/g;
const READ_RUBY = /(?<![\w.])(?:require|load)\s*\(?\s*(['"])(\.{0,2}\/[^'"\n]+)\1/g;
const JOIN_RUBY =
  /(?:File\.(?:join|expand_path)\s*\(?\s*__dir__\s*,|File\.expand_path\s*\(?)\s*(['"])([^'"\n]+)\1/g;

const RUBY_SIGNS: Signs = [
  [
    /\brequire_relative\b(?!\s*\(?\s*(['"])[^'"\n#]+\1)|(?<![\w.])(require|load)(?:\s+|\s*\(\s*)(?:[A-Za-z_$@]|"[^"\n]*#\{)/,
    COMPUTED,
  ],
  [/\$(LOAD_PATH|:|-I)/, 'changes where Ruby looks for modules'],
  [/['"]bundler/, 'loads gems that the project names'],
  [/\b(instance_|class_|module_)?eval\b/, PUT_TOGETHER],
  [/(?<![\w.])(system|exec|spawn|IO\.popen|Open3)\b|`|%x/, PROGRAMS],
];

/** Ruby reads files beside a script by `require_relative`, others from where it runs. */
export function rubyStep(own: Code, text: string, place: Place): Step {
  const dir = here(own, place);
  const tried = (name: string) => (name.endsWith('.rb') ? [name] : [`${name}.rb`, `${name}.so`]);
  const beside = [...text.matchAll(BESIDE_RUBY)].map(([, , name = '']) => `${dir}/${name}`);
  const joins = [...text.matchAll(JOIN_RUBY)].map(([, , name = '']) => `${dir}/${name}`);
  const read = [...text.matchAll(READ_RUBY)].map(([, , name = '']) => fromRun(own, name));
  return joined([
    ...[...beside, ...read].map((name) => first(tried(name), own, place)),
    ...joins.map((name) => (place.kind(name) === 'file' ? first([name], own, place) : {})),
    { gaps: gapsIn(plain(text), RUBY_SIGNS) },
  ]);
}

/** Of these Wave does not follow what they load; where they load nothing, there is nothing to follow. */
const UNREAD: Signs = [
  [/\b(include|require)(_once)?\b|\b(dofile|loadfile|load)\b/, 'loads other files'],
  [/\b(eval|assert)\s*\(/, PUT_TOGETHER],
  [/\b(exec|system|passthru|shell_exec|popen|proc_open|os\.execute)\b|`/, PROGRAMS],
];

export const unreadStep = (text: string): Step => joined([{ gaps: gapsIn(text, UNREAD) }]);
