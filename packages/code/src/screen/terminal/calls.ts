type Env = Readonly<Record<string, string | undefined>>;

/** How somebody who is away is called: settings name one of these. */
export type Notify = 'bell' | 'osc9' | 'off';

/** THE TABLE of ways to call. */
const CALLS: Readonly<Record<Notify, (text: string, env: Env) => string>> = {
  bell: () => '\u0007',
  osc9: (text, env) => through(`\u001b]9;${text}\u001b\\`, env),
  off: () => '',
};

/** Control characters would end it, or do something else. */
const inOneLine = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();

export const callText = (how: Notify, text: string, env: Env): string =>
  CALLS[how](inOneLine(text), env);

/** A multiplexer hands on what stands in an envelope, and drops the rest. */
const through = (sequence: string, env: Env): string =>
  env['TMUX'] ? `\u001bPtmux;${sequence.replaceAll('\u001b', '\u001b\u001b')}\u001b\\` : sequence;

/** Puts a text into the clipboard of the terminal, which may be on another machine than we are. */
export const copyText = (text: string, env: Env): string =>
  through(`\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`, env);

/** The title that was there is put aside, and comes back. */
export const TITLE_ASIDE = '\u001b[22;2t';
export const TITLE_BACK = '\u001b[23;2t';

export const titleText = (text: string): string => `\u001b]2;${inOneLine(text)}\u001b\\`;
