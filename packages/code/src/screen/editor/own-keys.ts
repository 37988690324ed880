import type { Key } from 'ink';
import { bindKeys, DEEDS, type Row } from './keys.ts';

const ARROWS = ['up', 'down', 'left', 'right'] as const;
const NAMED = ['home', 'end', 'tab', 'backspace', 'delete'] as const;

/** Keys that have a name, as Ink knows them. */
const KEY_OF = new Map<string, keyof Key>([
  ...ARROWS.map((one) => [one, `${one}Arrow`] as const),
  ...NAMED.map((one) => [one, one] as const),
  ...([
    ['page-up', 'pageUp'],
    ['page-down', 'pageDown'],
    ['enter', 'return'],
    ['esc', 'escape'],
  ] as const),
]);

const NOTHING = 'nothing';

/** Binds what the settings say, such as `ctrl+t`: `details`; gives what is wrong with the rest. */
export function bindOwnKeys(keys: Readonly<Record<string, string>>): string[] {
  const read = Object.entries(keys).map(([key, deed]) => rowOf(key.toLowerCase(), deed));
  bindKeys(read.flatMap((one) => (typeof one === 'string' ? [] : [one])));
  return read.filter((one) => typeof one === 'string');
}

function rowOf(key: string, deed: string): Row | string {
  const words = key.split('+');
  const last = words.pop() ?? '';
  const named = KEY_OF.get(last);
  const [ctrl, meta, shift] = ['ctrl', 'alt', 'shift'].map((one) => words.includes(one));
  const isKnown = words.every((one) => /^(ctrl|alt|shift)$/.test(one));
  // A letter alone is text.
  if (!isKnown || !(named || ((ctrl || meta) && last.length === 1)))
    return `keys: "${key}" is no key; expected one such as ctrl+t, alt+p or shift+tab`;
  const press = DEEDS.get(deed);
  if (!press && deed !== NOTHING)
    return `keys: "${key}" cannot do "${deed}"; expected ${[...DEEDS.keys(), NOTHING].join(', ')}`;
  const fits: Row[0] = (struck, input) =>
    (named ? struck[named] === true : input.toLowerCase() === last) &&
    struck.ctrl === ctrl &&
    // Esc comes as itself and as the start of Alt.
    (last === 'esc' || struck.meta === meta) &&
    (!named || struck.shift === shift);
  return press ? [fits, press] : [fits];
}
