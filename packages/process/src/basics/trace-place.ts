/** A place in a trace, in the words of W3C Trace Context. */
export interface TracePlace {
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** How a program finds its place: in its environment. */
export const traceVariables = ({ traceparent, tracestate }: TracePlace) => ({
  TRACEPARENT: traceparent,
  ...(tracestate === undefined ? {} : { TRACESTATE: tracestate }),
});
