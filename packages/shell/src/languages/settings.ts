import { type Heard, maybeRunning, PLAIN, running, UNHEARD } from './heard.ts';

/** Settings of git whose value is a command, or names a file or a place that commands come from. */
const GIT_RUNS = new RegExp(
  `^(${[
    'core\\.(pager|editor|sshcommand|fsmonitor|gitproxy|askpass|alternaterefscommand)',
    'pager\\..*|sequence\\.editor|credential(\\..*)?\\.helper|diff\\.external|interactive\\.difffilter',
    'diff\\..*\\.(command|textconv)|(diff|merge|gui)tool\\..*\\.(cmd|path)|merge\\..*\\.driver',
    'filter\\..*\\.(clean|smudge|process)|gpg(\\..*)?\\.(program|defaultkeycommand)|tar\\..*\\.command',
    'sendemail\\..*(cmd|server)|uploadpack\\.packobjectshook|remote\\..*\\.(uploadpack|receivepack|vcs|proxy)',
    'trailer\\..*\\.(command|cmd)|(browser|man|instaweb)\\..*|web\\.browser|imap\\.tunnel|ssh\\..*command|hook\\..*\\.command',
  ].join('|')})$`,
);
const GIT_LOADS =
  /^(include(if\..*)?\.path|core\.hookspath|init\.templatedir|protocol\..*\.allow)$/;

/** `name=value`, as `git -c` takes it. */
export function readGitSetting(text: string): Heard {
  const [, name = '', value = ''] = /^([^=]*)(?:=([\s\S]*))?$/.exec(text) ?? [];
  const key = name.trim().toLowerCase();
  if (GIT_LOADS.test(key)) return UNHEARD;
  if (/^url\..*\.(pushinsteadof|insteadof)$/.test(key))
    return /^url\.ext::/.test(key) ? UNHEARD : PLAIN;
  // Without a `!` an alias is another verb of git.
  if (/^alias\./.test(key))
    return running(/^\s*!/.test(value) ? value.replace(/^\s*!/, '') : `git ${value}`);
  if (/^submodule\..*\.update$/.test(key))
    return /^!/.test(value) ? running(value.slice(1)) : PLAIN;
  // Some of these are also yes or no.
  if (!GIT_RUNS.test(key) || /^(true|false|on|off|yes|no|\d*)$/i.test(value)) return PLAIN;
  return running(value.replace(/^\s*!/, ''));
}

/** A value that git keeps for later. */
export const readGitValue = (text: string): Heard =>
  /^\s*!/.test(text) ? running(text.replace(/^\s*!/, '')) : maybeRunning(text);

/** `Name=value` or `Name value`, as `ssh -o` takes it. */
export function readSshSetting(text: string): Heard {
  const [, name = '', value = ''] = /^\s*(\w+)\s*[=\s]\s*"?([\s\S]*?)"?\s*$/.exec(text) ?? [];
  if (!/command$|^(pkcs11provider|securitykeyprovider|xauthlocation|include)$/i.test(name))
    return PLAIN;
  return /^(permitlocalcommand|none)$/i.test(name) || /^none$/i.test(value)
    ? PLAIN
    : running(value);
}

/** `name=value` of programs whose names for that say what they are: hooks, aliases, commands. */
export function readOtherSetting(text: string): Heard {
  const [, name = '', value = ''] = /^([^=]*)=([\s\S]*)$/.exec(text) ?? [];
  const runs =
    /invoke|hook|alias|command|cmd|askpass|exec|shell|editor|pager|merge|ssh|tool|script|proxy|extension/i;
  return runs.test(name) ? running(value.replace(/^\s*!/, '')) : PLAIN;
}
