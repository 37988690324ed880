/** What a hook can say. */
export type Verb =
  | 'allow'
  | 'deny'
  | 'ask'
  | 'rewrite'
  | 'replace'
  | 'block'
  | 'context'
  | 'sandbox'
  | 'warn'
  | 'halt';
