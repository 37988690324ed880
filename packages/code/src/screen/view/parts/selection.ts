import type { Key } from 'ink';
import { useContext, useEffect, useRef } from 'react';
import { useAwake } from './awake.ts';
import { StrayContext } from './context.ts';
import { dialogKey } from './dialog-keys.ts';
import { useKeys, usePastes } from './keys.tsx';
import { useNow } from './now.ts';

export interface Option<T> {
  readonly label: string;
  /** A letter that chooses it. */
  readonly key?: string;
  readonly about?: string;
  /**
   * What its letter does where care is needed: `settled` (the default) chooses once no other key has
   * followed, `marked` only goes there and leaves the choice to Enter, `at once` harms nobody.
   */
  readonly letter?: 'settled' | 'marked' | 'at once';
  readonly value: T;
}

export interface Selecting<T> {
  readonly options: readonly Option<T>[];
  readonly onChoose: (value: T) => void;
  readonly onEscape: () => void;
  /** Ctrl-C; as Esc where nothing else is said. */
  readonly onInterrupt?: () => void;
  /**
   * A key that the list itself has no use for; whether somebody else has. `settle` does it once no other key has
   * followed.
   */
  readonly onKey?: (input: string, settle: (act: () => void) => void) => boolean;
  readonly onMove?: (value: T) => void;
  readonly active?: boolean;
  /** For questions that come by themselves: keys that were meant for something else choose nothing. */
  readonly careful?: boolean;
  /** Where the mark stands at first. */
  readonly first?: number;
}

/** No row is marked: Enter chooses nothing. */
const NONE = -1;

/** A letter that is followed by another one sooner than this was the start of a word. */
const WORD_MS = 300;

/** A letter that stood alone for so long was a slip. */
const SLIP_MS = 1_000;

/** Which row is marked, and what keys do about it. */
export function useSelection<T>(selecting: Selecting<T>): { row: number; awake: boolean } {
  const { options, onChoose, onEscape, onInterrupt = onEscape, onKey, onMove } = selecting;
  const { active = true, careful = false, first = 0 } = selecting;
  const at = useNow(first);
  const awake = useAwake(careful);
  const word = useRef<NodeJS.Timeout>(undefined);
  const onStray = useContext(StrayContext);
  const slip = useRef({ text: '', at: 0 });
  const rowNow = () => Math.min(at.get(), options.length - 1);
  const noWord = () => {
    clearTimeout(word.current);
    word.current = undefined;
  };
  /**
   * Whoever types something else has chosen nothing: not even what was marked before. A letter alone is a
   * slip; from the second on it is a text, which is kept.
   */
  const startle = (typed = '') => {
    const isSlip = awake.get() && [...typed].length === 1 && slip.current.text === '';
    const text = Date.now() - slip.current.at < SLIP_MS ? slip.current.text + typed : typed;
    slip.current = isSlip ? { text: typed, at: Date.now() } : { text: '', at: 0 };
    if (!isSlip && text !== '' && careful) onStray(text);
    noWord();
    at.set(NONE);
    awake.startle();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the last one, whichever that is
  useEffect(() => noWord, []);

  const moveTo = (to: number) => {
    const next = (to + options.length) % Math.max(1, options.length);
    noWord();
    at.set(next);
    const option = options[next];
    if (option) onMove?.(option.value);
  };
  const choose = (row: number) => {
    noWord();
    const option = options[row];
    if (option) onChoose(option.value);
  };
  const settle = (input: string, act: () => void) => {
    slip.current = { text: input, at: Date.now() };
    word.current = setTimeout(() => {
      noWord();
      act();
    }, WORD_MS);
  };
  const strike = (input: string) => {
    const row = options.findIndex(({ key }) => key === input);
    const how = careful ? (options[row]?.letter ?? 'settled') : 'at once';
    if (word.current) return startle(input);
    if (row === -1)
      return onKey?.(input, (act) => settle(input, act)) || !careful ? undefined : startle(input);
    if (how === 'at once') return choose(row);
    moveTo(row);
    settle(input, how === 'settled' ? () => choose(row) : noWord);
  };
  const press = (input: string, key: Key) => {
    const meant = dialogKey(input, key);
    if (meant.is === 'escape') return onEscape();
    if (meant.is === 'interrupt') return onInterrupt();
    if (meant.is === 'elsewhere') return noWord();
    if (!awake.get()) return meant.is === 'text' ? startle(meant.text) : awake.startle();
    if (meant.is === 'text') return strike(meant.text);
    if (meant.is === 'up') return moveTo(Math.max(0, rowNow()) - 1);
    if (meant.is === 'down') return moveTo(rowNow() + 1);
    if (meant.is === 'choose') return choose(rowNow());
    noWord();
  };
  useKeys(press, active);
  usePastes((text) => careful && startle(text), active);
  return { row: rowNow(), awake: awake.get() };
}
