import { dirname } from 'node:path';
import type { Place } from '../names/place.ts';
import {
  COMPUTED,
  type Code,
  gapsIn,
  joined,
  MOST_NAMES,
  matchesIn,
  PROGRAMS,
  PUT_TOGETHER,
  type Signs,
  type Step,
  TOO_LONG,
  withoutComments,
} from '../names/step.ts';
import { firstOf } from './first.ts';

const here = (own: Code, place: Place) => dirname(place.real(own.file));
const fromRun = (own: Code, name: string) =>
  own.at === undefined || name.startsWith('/') ? name : `${own.at}/${name}`;

const BIN = String.raw`(?:\$FindBin::(?:Real)?Bin|\$(?:Real)?Bin|\$\{FindBin::Bin\})`;
const BESIDE_PERL = new RegExp(
  String.raw`(?:${BIN}|dirname[\s(]{0,20}(?:__FILE__|\$0)\s*\)?)\s*\.\s*(['"])([^'"\n]+)\1`,
  'g',
);
const READ_PERL = /(?<![\w$@%>])(?:require|do)[\s(]{0,20}(['"])([^'"\n]+)\1/g;
const LIB_PERL = /(?<![\w$])use\s+lib\b([^;]{0,1000});/g;

const PERL_SIGNS: Signs = [
  [/(?<![\w$@%>])(require|do)[\s(]{0,20}\$(?!FindBin::|(?:Real)?Bin\b)/, COMPUTED],
  [/@INC\b/, 'changes where Perl looks for modules'],
  [/(?<![\w$])eval[\s(]{0,20}["'$q]/, PUT_TOGETHER],
  [/(?<![\w$>])(system|exec|qx)\b|`|open\s*\(?[^;]{0,200}['"]\s*-?\|/, PROGRAMS],
];

/** Perl reads other files by paths from where it runs, and modules of the directories that it is given. */
export function perlStep(own: Code, text: string, place: Place): Step {
  const dir = here(own, place);
  const filled = (name: string) => name.replace(new RegExp(`^${BIN}`), dir);
  const path = (name: string) => (filled(name) === name ? fromRun(own, name) : filled(name));
  const libs = matchesIn(text, LIB_PERL).map(([, list = '']) => list);
  const beside = matchesIn(text, BESIDE_PERL).map(
    ([, , name = '']) => `${dir}${name.startsWith('/') ? '' : '/'}${name}`,
  );
  const read = matchesIn(text, READ_PERL).map(([, , name = '']) => path(name));
  return joined([
    ...[...read, ...beside]
      .slice(0, MOST_NAMES)
      .map((name) =>
        place.kind(name) === 'directory' ? { trees: [name] } : firstOf([name], own, place),
      ),
    ...libs.slice(0, MOST_NAMES).map((list) => {
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
    { gaps: gapsIn(withoutComments(text), PERL_SIGNS) },
    { gaps: read.length + beside.length > MOST_NAMES ? [TOO_LONG] : [] },
  ]);
}

const BESIDE_RUBY = /\brequire_relative[\s(]{0,20}(['"])([^'"\n]+)\1/g;
const READ_RUBY = /(?<![\w.])(?:require|load)[\s(]{0,20}(['"])(\.{0,2}\/[^'"\n]+)\1/g;
const JOIN_RUBY =
  /(?:File\.(?:join|expand_path)[\s(]{0,20}__dir__\s*,|File\.expand_path\s*\(?)\s*(['"])([^'"\n]+)\1/g;

const RUBY_SIGNS: Signs = [
  [
    /\brequire_relative\b(?![\s(]{0,20}(['"])[^'"\n#]+\1)|(?<![\w.])(require|load)(?:\s+|\s*\(\s*)(?:[A-Za-z_$@]|"[^"\n]*#\{)/,
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
  const beside = matchesIn(text, BESIDE_RUBY).map(([, , name = '']) => `${dir}/${name}`);
  const joins = matchesIn(text, JOIN_RUBY).map(([, , name = '']) => `${dir}/${name}`);
  const read = matchesIn(text, READ_RUBY).map(([, , name = '']) => fromRun(own, name));
  return joined([
    ...[...beside, ...read].slice(0, MOST_NAMES).map((name) => firstOf(tried(name), own, place)),
    ...joins
      .slice(0, MOST_NAMES)
      .map((name) => (place.kind(name) === 'file' ? firstOf([name], own, place) : {})),
    { gaps: gapsIn(withoutComments(text), RUBY_SIGNS) },
    { gaps: beside.length + read.length > MOST_NAMES ? [TOO_LONG] : [] },
  ]);
}

/** Of these Wave does not follow what they load; where they load nothing, there is nothing to follow. */
const UNREAD: Signs = [
  [/\b(include|require)(_once)?\b|\b(dofile|loadfile|load)\b/, 'loads other files'],
  [/\b(eval|assert)\s*\(/, PUT_TOGETHER],
  [/\b(exec|system|passthru|shell_exec|popen|proc_open|os\.execute)\b|`/, PROGRAMS],
];

export const unreadStep = (text: string): Step => joined([{ gaps: gapsIn(text, UNREAD) }]);
