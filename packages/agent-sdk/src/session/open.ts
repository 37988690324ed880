import { homedir } from 'node:os';
import { type Change, type Conversation, createConversation } from '../conversation.ts';
import type { AgentEvent } from '../events.ts';
import type { AgentOptions } from '../options.ts';
import { createHistory, type History } from '../undo/history.ts';
import { settle } from '../undo/settle.ts';
import { openStore, type Store } from '../undo/store.ts';
import { createLedger, type Ledger } from '../usage/ledger.ts';
import { knownPrice, type Price } from '../usage/prices.ts';
import { freshSessionId, sessionFile, sessionsDir, undoDir } from './place.ts';
import { openTranscript, type Transcript } from './transcript.ts';

/** A conversation, and the file that keeps it where one is wanted. */
export interface Session {
  readonly id: string;
  readonly conversation: Conversation;
  readonly transcript: Transcript | undefined;
  /** What tools did, and the prompts among it. */
  readonly history: History;
  /** Copies of files as they were. */
  readonly store: Store;
  readonly ledger: Ledger;
  close(): void;
  /** What had to be repaired in the file; the conversation tells it, too. */
  readonly repaired: string | undefined;
}

/** Every change is in the file before anybody hears of it. Throws `SessionBusy`. */
export function openSession(
  { session, home = homedir() }: AgentOptions,
  projectDir: string,
  emit: (event: AgentEvent) => void,
  priceOf: (model: string) => Price | undefined = knownPrice,
): Session {
  const id = session?.resume ?? freshSessionId();
  let told = false;
  const onProblem = (problem: string) => {
    if (told) return;
    told = true;
    conversation.tell('warning', problem);
  };
  const file = sessionFile(sessionsDir(home, projectDir), id);
  const kept = session?.keep ? openTranscript(file, onProblem) : undefined;
  const history = createHistory();
  const ledger = createLedger(priceOf);
  const hear = (change: Change) => {
    history.hear(change);
    ledger.hear(change);
  };
  const conversation = createConversation(freshSessionId, (change) => {
    kept?.transcript.write(change);
    hear(change);
    emit({ is: 'change', change });
  });
  conversation.restore(kept?.changes ?? []);
  for (const change of kept?.changes ?? []) hear(change);
  if (kept?.repaired) conversation.tell('warning', kept.repaired);
  settle(conversation, history);
  const store = openStore(kept ? undoDir(file) : undefined);
  return {
    id,
    conversation,
    transcript: kept?.transcript,
    history,
    store,
    ledger,
    repaired: kept?.repaired,
    close: () => {
      store.close();
      kept?.transcript.close();
    },
  };
}
