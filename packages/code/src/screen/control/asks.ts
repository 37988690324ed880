import type {
  ConfirmAnswer,
  ConfirmRequest,
  ElicitAnswer,
  Elicitation,
  Question,
} from '@wavehooks/agent-sdk';
import type { Dialog } from '../state/state.ts';
import type { Store } from '../state/store.ts';

/**
 * The agent's questions wait in the store until the user has answered. `call` is for whoever is not at
 * the screen: of a permission that is asked for, the agent itself lets hooks know.
 */
export function asksThrough(store: Store, call: (questions: readonly Question[]) => void) {
  let count = 0;
  return {
    confirm: (request: ConfirmRequest) =>
      asked<ConfirmAnswer>(store, request.signal, (answer) => ({
        is: 'confirm',
        id: count++,
        request,
        answer,
      })),
    ask: async (questions: readonly Question[], { signal }: { signal: AbortSignal }) => {
      call(questions);
      const answers = await asked<Readonly<Record<string, string>> | undefined>(
        store,
        signal,
        (answer) => ({ is: 'questions', id: count++, questions, answer }),
      );
      if (answers === undefined) throw new Error('the user declined to answer');
      return answers;
    },
    mcpElicit: (elicitation: Elicitation, signal: AbortSignal) =>
      asked<ElicitAnswer>(store, signal, (answer) => ({
        is: 'elicitation',
        id: count++,
        asked: elicitation,
        answer,
      })),
  };
}

function asked<T>(
  store: Store,
  signal: AbortSignal,
  make: (answer: (value: T) => void) => Dialog,
): Promise<T> {
  return new Promise((resolve) => {
    const take = () => store.dispatch({ is: 'answered', dialog });
    const dialog = make((value) => {
      signal.removeEventListener('abort', take);
      take();
      resolve(value);
    });
    // Nobody waits for the answer of a turn that was ended.
    signal.addEventListener('abort', take, { once: true });
    store.dispatch({ is: 'ask', dialog });
  });
}

/** The agent gets answers by the text of the question: two of one text share their place. */
export function byQuestion(
  questions: readonly Question[],
  answers: readonly string[],
): Readonly<Record<string, string>> {
  const groups = Map.groupBy(
    questions.map((_, at) => at),
    (at) => questions[at]?.question ?? '',
  );
  return Object.fromEntries(
    [...groups].map(([text, places]) => [text, places.map((at) => answers[at]).join('; ')]),
  );
}
