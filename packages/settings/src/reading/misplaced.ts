import { EVENT_NAMES, type EventName, isEventName } from '@wavehooks/hooks';
import type { Misplaced } from '@wavehooks/hooks/entries';
import { isObject, suggest } from '@wavehooks/hooks/vocabulary';
import { SETTINGS_FIELDS } from '../values/settings-fields.ts';
import type { SettingsFile } from './read.ts';

const KNOWN: readonly string[] = Object.keys(SETTINGS_FIELDS);

/** Events at the top of a file, and what stands under a name that is nearly "hooks". */
export const misplacedIn = ({ value, locateIn }: Pick<SettingsFile, 'value' | 'locateIn'>) =>
  Object.entries(value)
    .filter(([name]) => !KNOWN.includes(name))
    .flatMap(([name, inner]): Misplaced[] => {
      const event = eventOf(name, [...KNOWN, ...EVENT_NAMES]);
      const whole = { under: name, event, name, groups: inner, at: locateIn([name]) };
      if (event) return [{ ...whole, text: atTop(name, event) }];
      // Beside the real ones, or behind a sign, they are put aside on purpose: JSON has no other way.
      const isAside = Object.hasOwn(value, 'hooks') || !/^[a-z]/i.test(name);
      if (isAside || suggest(name, KNOWN) !== 'hooks') return [];
      const unknown = 'not known: did you mean "hooks"? It is off';
      if (!isObject(inner)) return [{ ...whole, text: `"${name}" is ${unknown}` }];
      return Object.entries(inner).map(([own, groups]) => ({
        ...{ under: name, event: eventOf(own, EVENT_NAMES), name: own, groups },
        at: locateIn([name, own]),
        text: `${own} is inside "${name}", which is ${unknown}`,
      }));
    });

function eventOf(name: string, known: readonly string[]): EventName | undefined {
  const meant = isEventName(name) ? name : suggest(name, known);
  return isEventName(meant) ? meant : undefined;
}

const atTop = (name: string, event: EventName): string =>
  name === event
    ? `"${name}" belongs inside "hooks": its hooks are off`
    : `"${name}" is not known: did you mean "${event}" inside "hooks"? Its hooks are off`;
