/** A script that is being read. */
interface Script {
  readonly text: string;
  at: number;
  /** How many braces are open. */
  open: number;
}

/** Nobody writes longer ones on a command line. */
const MAX_LENGTH = 4000;

/**
 * Whether a script of sed only prints, deletes and replaces lines. What writes or reads a file or runs a
 * program is not among the commands that are known here, and neither is what cannot be read for sure.
 */
export function isReadingSed(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const script: Script = { text, at: 0, open: 0 };
  while (skip(script, /[\s;]*/y) && script.at < text.length) if (!readCommand(script)) return false;
  return script.open === 0;
}

/** Goes over what fits, be it nothing. */
function skip(script: Script, form: RegExp): boolean {
  form.lastIndex = script.at;
  const [found = ''] = form.exec(script.text) ?? [];
  script.at += found.length;
  return true;
}

function took(script: Script, form: RegExp): string | undefined {
  form.lastIndex = script.at;
  const found = form.exec(script.text)?.[0];
  script.at += found?.length ?? 0;
  return found;
}

function readCommand(script: Script): boolean {
  if (!readAddresses(script)) return false;
  const name = script.text[script.at] ?? '';
  script.at += 1;
  if (name === '{') {
    script.open += 1;
    return true;
  }
  if (name === '}') {
    script.open -= 1;
    return script.open >= 0 && atEnd(script);
  }
  if (/[=dDgGhHnNpPxzF]/.test(name)) return atEnd(script);
  if (/[qQlL]/.test(name)) return took(script, /[ \t]*\d*/y) !== undefined && atEnd(script);
  if (/[btT:]/.test(name)) return took(script, /[ \t]*\w*/y) !== undefined && atEnd(script);
  if (name === 's')
    return readParts(script, true) && took(script, /[gpiI0-9]*/y) !== undefined && atEnd(script);
  return name === 'y' && readParts(script, false) && atEnd(script);
}

/** Nothing but the end of a command may follow. */
const atEnd = (script: Script): boolean => took(script, /[ \t]*(?=$|[\n;}])/y) !== undefined;

function readAddresses(script: Script): boolean {
  if (!readAddress(script)) return false;
  skip(script, /[ \t]*/y);
  if (took(script, /,[ \t]*/y) !== undefined) {
    const before = script.at;
    if (took(script, /[+~]\d+/y) === undefined && !(readAddress(script) && script.at > before))
      return false;
  }
  return skip(script, /[ \t]*!*[ \t]*/y);
}

/** A number, `$`, a pattern, or nothing. */
function readAddress(script: Script): boolean {
  if (took(script, /\d+(~\d+)?|\$/y) !== undefined) return true;
  const next = script.text[script.at];
  if (next === '/') return readPart(script, '/', true) && skip(script, /[IM]*/y);
  if (next !== '\\') return true;
  const mark = script.text[script.at + 1] ?? '';
  if (!isMark(mark)) return false;
  script.at += 1;
  return readPart(script, mark, true) && skip(script, /[IM]*/y);
}

const isMark = (mark: string): boolean => /^[/|#,:@!%^+=~_]$/.test(mark);

/** `/old/new/`, with any mark in place of the slash. */
function readParts(script: Script, pattern: boolean): boolean {
  const mark = script.text[script.at] ?? '';
  if (!isMark(mark) || !readPart(script, mark, pattern)) return false;
  script.at -= 1;
  return readPart(script, mark, false);
}

/** A set of characters of which all seds know where it ends. */
const SET = /\[(?!\^?\])(?:\[:\w+:\]|[^\]\\\n[])+\]/y;

/** From a mark to the next. A mark within a set ends the pattern for some seds, and a line break for some. */
function readPart(script: Script, mark: string, pattern: boolean): boolean {
  script.at += 1;
  while (script.at < script.text.length) {
    const char = script.text[script.at] ?? '';
    if (char === '\n') return false;
    if (pattern && char === '[') {
      const set = took(script, SET);
      if (set === undefined || set.includes(mark)) return false;
      continue;
    }
    script.at += 1;
    if (char === mark) return true;
    if (char !== '\\') continue;
    if (script.text[script.at] === '\n') return false;
    script.at += 1;
  }
  return false;
}
