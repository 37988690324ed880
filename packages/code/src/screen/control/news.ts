import type { State } from '../state/state.ts';
import type { Store } from '../state/store.ts';

/** What the screen does, as somebody who looks at the window's title wants to know it. */
type Doing = 'working' | 'asking' | 'ready';

interface NewsParts {
  readonly store: Store;
  /** When a key was struck last. */
  readonly struck: () => number;
  readonly now: () => number;
  readonly onDoing: (doing: Doing) => void;
  /** Calls somebody who is away. */
  readonly onCall: (text: string) => void;
}

/** Whoever struck a key so shortly ago is there. */
const AWAY_MS = 3_000;

/** Follows what the screen does; calls when it asks, or is done, and nobody is there. */
export function followNews({ store, struck, now, onDoing, onCall }: NewsParts): () => void {
  let before: Doing = 'ready';
  let asked: number | undefined;
  const call = (text: string) => {
    if (now() - struck() >= AWAY_MS) onCall(text);
  };
  const follow = () => {
    const state = store.get();
    const doing = doingOf(state);
    const question = state.dialogs[0]?.id;
    if (question !== undefined && question !== asked) call('Wave waits for your answer');
    asked = question;
    if (doing === before) return;
    if (doing === 'ready') call('Wave is done');
    before = doing;
    onDoing(doing);
  };
  onDoing(before);
  return store.subscribe(follow);
}

function doingOf({ busySince, dialogs }: State): Doing {
  if (dialogs.length > 0) return 'asking';
  return busySince === undefined ? 'ready' : 'working';
}
