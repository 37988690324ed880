import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { htmlPage } from '../html/page.ts';
import type { Trace } from './build/trace.ts';

/** The parts of the page, as they were built. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
}

export const pageParts = (dir: string): PageParts => ({
  script: readFileSync(`${dir}/trace.js`, 'utf8'),
  style: readFileSync(`${dir}/trace-style.css`, 'utf8'),
});

/** What the page may do: run its own script, and ask nobody but, live, the server that it came from. */
export const pagePolicy = (script: string, isLive: boolean): string =>
  [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    // Where bars stand is a style of each.
    "style-src 'unsafe-inline'",
    `connect-src ${isLive ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/**
 * One file with everything in it. It may run its own script and nothing else, and asks nobody for anything;
 * only a page that is live may ask the server that it came from.
 */
export function pageHtml(trace: Trace, { script, style }: PageParts, isLive = false): string {
  return htmlPage({
    policy: pagePolicy(script, isLive),
    title: `${trace.title ?? `Session of ${trace.began.slice(0, 16).replace('T', ' ')}`} · wave trace`,
    style,
    marks: isLive ? ' data-live' : '',
    body: `<div id="page"></div>
<noscript>This page needs JavaScript, and loads nothing from elsewhere.</noscript>
<script type="application/json" id="trace">${inScript(trace)}</script>
<script>${script}</script>`,
  });
}

const hashOf = (script: string): string =>
  `sha256-${createHash('sha256').update(script).digest('base64')}`;

/** No text can end the element that it stands in. */
const inScript = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
