import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EVENT_NAMES, type EventName } from '../packages/hooks/src/vocabulary/events.ts';
import { sourcesOf } from './sources.ts';

/** Rows of the table that nothing fires, and why. */
const NOT_YET: Partial<Record<EventName, string>> = {};

/** The first argument of every call, which may choose between two events. */
const CALL = /\bfire\(([^,{)]*)/g;
const NAME = /'(\w+)'/g;

const fired = new Set(
  ['agent-sdk', 'code']
    .flatMap(sourcesOf)
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(CALL)])
    .flatMap(([, argument = '']) => [...argument.matchAll(NAME)])
    .map(([, name]) => name),
);

test.each(EVENT_NAMES)('%s is fired by the agent, or has a reason not to be', (event) => {
  expect({ event, fired: fired.has(event) }).toEqual({ event, fired: !(event in NOT_YET) });
});
