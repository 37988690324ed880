import type { TracePlace } from '@wavehooks/process';

/** What wants to know its place in a trace. */
export type TraceSpot =
  | { readonly is: 'call'; readonly call: string; readonly agent: string | undefined }
  | { readonly is: 'run'; readonly run: string }
  | { readonly is: 'server'; readonly server: string };

/** Undefined where nothing is traced. */
export type TraceOf = (spot: TraceSpot) => TracePlace | undefined;
