// Which addresses are near, and how one connects to what was checked: for hooks, and for hosts that fetch.

export { pinned } from './web/checked-lookup.ts';
export { isInner } from './web/inner.ts';
export { type Lookup, systemLookup } from './web/lookup.ts';
