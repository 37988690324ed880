import { type Key, useInput, usePaste } from 'ink';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react';

type OnKey = (input: string, key: Key) => void;
type OnPaste = (text: string) => void;

interface Listeners {
  readonly keys: Set<OnKey>;
  readonly pastes: Set<OnPaste>;
}

const noListeners = (): Listeners => ({ keys: new Set(), pastes: new Set() });

const ListenersContext = createContext<Listeners | undefined>(undefined);

/**
 * Hands every key to the parts that listen. Ink's own hooks begin to listen some time after their part is
 * on the screen, because React runs effects later: a key in between would be lost. So one part listens from
 * the start, and the others join and leave it in the same step in which they are drawn.
 */
export function Keys({ children }: { readonly children: ReactNode }) {
  const [listeners] = useState(noListeners);
  // Copies: who joins because of a key does not get that key.
  useInput((input, key) => {
    for (const onKey of [...listeners.keys]) onKey(input, key);
  });
  usePaste((text) => {
    for (const onPaste of [...listeners.pastes]) onPaste(text);
  });
  return <ListenersContext value={listeners}>{children}</ListenersContext>;
}

export function useKeys(handler: OnKey, isActive = true): void {
  useJoined(useListeners().keys, useEffectEvent(handler), isActive);
}

export function usePastes(handler: OnPaste, isActive = true): void {
  useJoined(useListeners().pastes, useEffectEvent(handler), isActive);
}

/** A part outside of `Keys` would hear nothing, and nobody would know why. */
function useListeners(): Listeners {
  const listeners = useContext(ListenersContext);
  if (!listeners) throw new Error('a part that listens for keys has to be inside of <Keys>');
  return listeners;
}

function useJoined<T>(all: Set<T>, one: T, isActive: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: its function is a new one each time, and means the same
  useLayoutEffect(() => {
    if (!isActive) return;
    all.add(one);
    return () => {
      all.delete(one);
    };
  }, [all, isActive]);
}
