import {
  allow,
  ask,
  block,
  context,
  deny,
  halt,
  replace,
  rewrite,
  sandbox,
  type Verb,
  warn,
} from '../src/index.ts';

/** What a hook says with each verb; the cells of every agent are compared with these. */
export const SAY = {
  allow: allow('a'),
  deny: deny('d'),
  ask: ask('q'),
  rewrite: rewrite({ command: 'ls' }),
  replace: replace('r'),
  block: block('b'),
  context: context('c'),
  sandbox: sandbox('workspace'),
  warn: warn('w'),
  halt: halt('h'),
} as const;

export const VERBS = Object.keys(SAY) as Verb[];
