import { type Heard, maybeRunning, PLAIN, type Reader, running, UNHEARD } from './heard.ts';

/** Commands of vim that only move, show, save or end. */
const VIM_PLAIN =
  /^:?([GFg]|\d+|\$|\+\d*|q(a|all|uit)?!?|x|w(q|qa|a)?!?|set? (no)?(nu|number|wrap|list|paste|ro|readonly|hls|hlsearch|ic)|syntax (on|off)|noh\w*|\/[^|]*|)$/;

/** `!command` of an editor. Everything else may be a program of its own. */
function readVim(text: string): Heard {
  const command =
    /^[:\s]*(?:[%\d.,$]*\s*|sil\w*!?\s+|r(?:ead)?\s*|w(?:rite)?\s*|te\w*\s+)*!\s*([^\n]*)$/.exec(
      text,
    )?.[1];
  if (command !== undefined) return command === '' ? UNHEARD : running(command);
  return VIM_PLAIN.test(text.trim()) ? PLAIN : UNHEARD;
}

/** Clients of databases run a shell by a word of their own, or the server does. */
function readSql(text: string): Heard {
  const own = /^\s*(?:\\!|\\shell|\.shell|\.system|system|\\system)\s+([^\n]*?);?\s*$/i.exec(
    text,
  )?.[1];
  if (own !== undefined) return running(own);
  const odd =
    /\\!|\\[ioew|]|\\\w*g\s*\||\\(copy|system|source|pager|edit)|\bprogram\b|^\s*[.]\w+|\n\s*[.]\w+|\bload_extension\b|\bxp_cmdshell\b|\bsys_(exec|eval)\b|\bsystem\b|\bpager\b|^\s*source\b|\b(writefile|edit|readfile)\s*\(|\binto\s+(out|dump)file\b|\bcreate\s+(or\s+replace\s+)?(function|extension|procedure)\b|^\s*do\s*\$/i;
  return odd.test(text) ? { ...UNHEARD, maybe: literals(text) } : { ...PLAIN, plain: false };
}

const literals = (text: string): readonly string[] =>
  [...text.matchAll(/'([^']+)'/g)].slice(0, 8).map(([, inner = '']) => inner);

/** `exec:command,option` of socat. */
function readSocat(text: string): Heard {
  const [, kind, rest = ''] = /^(exec|system|shell):([\s\S]*)$/i.exec(text) ?? [];
  if (kind === undefined) return PLAIN;
  return running(rest.replace(/,(?![^'"]*['"]).*$/s, '').replace(/^["']|["']$/g, ''));
}

/** What tar does at a checkpoint. */
const readCheckpoint: Reader = (text) => (/^exec=/i.test(text) ? running(text.slice(5)) : PLAIN);

/** `NAME=value` of make: a recipe may run the value. */
const readMake: Reader = (text) => {
  const [, value] = /^[\w.-]+\s*(?:[:+?!]*=)([\s\S]*)$/.exec(text) ?? [];
  if (value === undefined) return PLAIN;
  return /\$[({]\s*(shell|eval|file)\b/.test(value) || /`/.test(value)
    ? UNHEARD
    : maybeRunning(value);
};

/** `program,argument,argument`. */
const readCommas: Reader = (text) => running(text.replaceAll(',', ' '));

/** `!command` as the first thing. */
const readBang: Reader = (text) =>
  /^\s*[:\\]?!/.test(text) ? running(text.replace(/^\s*[:\\]?!\s*/, '')) : UNHEARD;

/** A command that may have signs in front of it. */
const readPiped: Reader = (text) => running(text.replace(/^[\s|!-]+/, ''));

/** A transport of git that is a command: `ext::sh -c ...`. */
const readRemote: Reader = (text) => {
  if (/^ext::/i.test(text)) return running(text.slice(5).replace(/%(.)/g, '$1'));
  return /^(?!https?|ssh|git|file)\w+::/i.test(text) ? UNHEARD : PLAIN;
};

/** `+command` of vim among its files. */
const readPlus: Reader = (text) => (text.startsWith('+') ? readVim(text.slice(1)) : PLAIN);

/** Where ed reads or writes a file, `!command` takes its place. */
const readEd: Reader = (text) => {
  const lines = text.split('\n').filter((line) => line.includes('!'));
  const commands = lines.map((line) => /^[\d,.$%\s]*[erwE]?\s*!(.+)$/.exec(line)?.[1]);
  return commands.every((one) => one !== undefined) ? running(...commands) : UNHEARD;
};

const GDB_PLAIN =
  /^(r|run|bt|backtrace|q|quit|c|continue|n|next|s|step|where|info [\w ]+|thread apply all bt( full)?|b(reak)? [\w.:]+|set (pagination|confirm) \w+)$/;

/** `!command` and `shell command` of a debugger. */
const readGdb: Reader = (text) => {
  const command = /^\s*(?:!|shell\s|platform shell\s)\s*(.+)$/s.exec(text)?.[1];
  if (command !== undefined) return running(command);
  return GDB_PLAIN.test(text.trim()) ? PLAIN : UNHEARD;
};

/** TeX runs commands by `\\write18` and by files that begin with a bar. */
const readTex: Reader = (text) => (/\\|\|/.test(text) ? UNHEARD : PLAIN);

/** What keys of fzf do: `enter:execute(command)`. */
const readFzf: Reader = (text) => {
  const found = [
    ...text.matchAll(/(?:execute|become|reload|transform|preview)[\w-]*[([{:]([^\n]*)/g),
  ];
  return found.length === 0
    ? PLAIN
    : running(...found.map(([, one = '']) => one.replace(/[)\]}]$/, '')));
};

/** `name=|command`: a setting of the kernel. */
const readBar: Reader = (text) =>
  /=\s*\|/.test(text) ? running(text.replace(/^.*?=\s*\|/s, '')) : PLAIN;

/** Options in a variable: any of these may bring a command or code. */
const readFlags: Reader = (text) =>
  /command|exec|program|eval|shell|require|import|loader|hook|bind|preview|(^|\s)-[A-Za-z]*[eIrF]/.test(
    text,
  )
    ? UNHEARD
    : PLAIN;

export const SMALL: Readonly<Record<string, Reader>> = {
  vim: readVim,
  sql: readSql,
  socat: readSocat,
  checkpoint: readCheckpoint,
  make: readMake,
  commas: readCommas,
  bang: readBang,
  banged: (text) => (text.startsWith('!') ? readBang(text) : PLAIN),
  piped: readPiped,
  remote: readRemote,
  fzf: readFzf,
  bar: readBar,
  barred: (text) => (text.startsWith('|') ? readPiped(text) : PLAIN),
  plus: readPlus,
  ed: readEd,
  gdb: readGdb,
  tex: readTex,
  flags: readFlags,
  /** It may be a command. */
  maybe: (text) => maybeRunning(text),
};
