/** An editor that does not answer must not hold a call for ever. */
const WAIT_MS = 15_000;

/** The editor does not have this method. */
export const NO_METHOD = -32601;
const CANCELLED = -32800;

/** How long an editor is waited for: until `signal`, and never for long. */
export const soon = (signal?: AbortSignal) => ({
  cancellationSignal: AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(WAIT_MS)]),
  stopWaitingOnCancel: true,
});

export const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

/** Why an editor did not do what it was asked, in words for the agent. */
export function refusal(error: unknown): Error {
  const code = codeOf(error);
  const { message } = error as { message?: string };
  const why = code === CANCELLED ? `it did not answer within ${WAIT_MS / 1000} s` : message;
  return new Error(`the editor refused (${code ?? 'no code'}): ${why}`);
}
