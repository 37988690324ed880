import { loadsCode } from '../names/loading.ts';
import { isInside, type Place } from '../names/place.ts';
import {
  COMPUTED,
  gapsIn,
  MOST_NAMES,
  matchesIn,
  PROGRAMS,
  PUT_TOGETHER,
  type Signs,
  TOO_LONG,
} from '../names/step.ts';

const SIGNS: Signs = [
  [/(?<![\w$./-])eval(?=\s)/, PUT_TOGETHER],
  [
    /(?:(?:^|[\n;&|(])[ \t]*|\b(?:then|do|else|exec|sh|bash)[ \t]+)"?\$(?!\{?WAVE_|\{?CLAUDE_|\()\{?\w+\}?"?(?=\s*$|\s*[\n;&|)]|\s+["'\w$-])/,
    'runs a program whose name it works out at run time',
  ],
  // What stands in quotes there is a command of its own.
  [/(?<![\w$./-])trap[ \t]{1,9}(?:-- )?["'][^"'\n]{0,500}[/.$]/, COMPUTED],
  [/(?<![\w$./-])(?:enable[ \t]{1,9}-\w*f|zmodload|autoload)\b/, COMPUTED],
  [/\bsystem\s{0,9}\(/, PROGRAMS],
];

const LOOKS = 'looks for programs where the project can put some';

const ASSIGNED = /(?<![\w$-])([A-Za-z_]\w*)\+?=("[^"\n]*"|'[^'\n]*'|[^\s;&|)]*)/g;
/** The same variable, set by other means than by `PATH=`; reading it is no harm. */
const PATH_OTHERWISE =
  /(?:^|[\n;&|({]|\b(?:while|until|if|do|then|else)[ \t])[ \t]{0,20}(?:IFS=\S{0,9}[ \t]{1,9})?(?:builtin |command )?(?:read|mapfile|printf[ \t]{1,9}-v|getopts|for|select|unset|declare[ \t]{1,9}-n)[ \t][^;\n]{0,200}\bPATH\b(?!=)|(?<![\w$-])path\+?=\(|(?<![\w$./-])hash[ \t]{1,9}-\w*p\b/;
/** These are set for the shell itself, and say only how it reads. */
const HARMLESS: ReadonlySet<string> = new Set(['PATH', 'IFS', 'CDPATH', 'PS4', 'MAKEFLAGS']);

/** What the text of a shell script says of which files nobody can tell. */
export function shellGaps(text: string, place: Place): string[] {
  const sets = matchesIn(text, ASSIGNED);
  const isLost = sets.some(([, name, value = '']) => name === 'PATH' && !isOutside(value, place));
  const loading = sets.flatMap(([, name = '']) =>
    loadsCode(name) && !HARMLESS.has(name)
      ? [`sets ${name}, which can make programs load more`]
      : [],
  );
  return [
    ...gapsIn(text, SIGNS),
    ...(isLost || PATH_OTHERWISE.test(text) ? [LOOKS] : []),
    ...new Set(loading),
    ...(sets.length > MOST_NAMES ? [TOO_LONG] : []),
  ];
}

/** Whether a PATH leads, beside to where it led before, to directories outside of the project alone. */
const isOutside = (value: string, place: Place): boolean =>
  value
    .replace(/["']/g, '')
    .split(':')
    .every(
      (dir) =>
        /^\$(PATH|\{PATH\})$/.test(dir) ||
        (/^\/[^$`*?[~]*$/.test(dir) && dir !== place.projectDir && !isInside(dir, place)),
    );
