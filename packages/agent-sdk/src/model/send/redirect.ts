import type { Incoming, Outgoing, Send } from './send.ts';

const MOST = 3;

/**
 * Follows a server to another place of its own, with the same request. What leads elsewhere is left
 * as it is: the key was meant for this server alone.
 */
export function following(send: Send, left: number = MOST): Send {
  return async (request) => {
    const answer = await send(request);
    const url = left > 0 ? ownPlace(request, answer) : undefined;
    if (!url) return answer;
    await answer.body.cancel();
    return following(send, left - 1)({ ...request, url });
  };
}

/** Other codes than these ask for a GET in place of what was sent. */
const SAME_REQUEST = [307, 308];

function ownPlace({ url }: Outgoing, { status, headers }: Incoming): URL | undefined {
  const location = headers.get('location') ?? '';
  if (!SAME_REQUEST.includes(status) || !URL.canParse(location, url.href)) return undefined;
  const next = new URL(location, url);
  return next.origin === url.origin ? next : undefined;
}
