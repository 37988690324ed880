/** What matters here of a repository's settings. */
export interface GitSettings {
  /** None of them can run a program, or lead elsewhere. */
  readonly plain: boolean;
  /** Nor does any of them name a program for what does more than to look: an editor, an alias. */
  readonly inert: boolean;
  /** Where hooks are taken from. */
  readonly hooks: readonly string[];
}

/** Settings that neither run anything nor lead elsewhere; every other one counts as if it did. */
const PLAIN =
  /^(core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|abbrev|compression|protect(hfs|ntfs)|longpaths|fscache|preloadindex|untrackedcache|sharedrepository|commitgraph|multipackindex|checkstat|trustctime|whitespace|bigfilethreshold|hookspath|editor|pager|excludesfile|sparsecheckout(cone)?)|remote\.(.+\.)?(url|pushurl|fetch|push|tagopt|mirror|prune|gh-resolved|skipdefaultupdate|skipfetchall)|remote\.pushdefault|branch\..+|submodule\.(.+\.)?(url|active|branch|path|ignore|recurse|fetchjobs)|user\.\w+|extensions\.(worktreeconfig|objectformat)|init\.\w+|(color|pull|push|gc|pack|rebase|commit|tag|advice|column|help|index|feature|rerere|maintenance|alias|gui|gitg|vscode-merge-base|github|github-pr-owner-number)\..+|merge\.(conflictstyle|ff|renames|log|stat|.+\.name)|diff\.(renames|algorithm|colormoved\w*|mnemonicprefix|noprefix|context|interhunkcontext|renamelimit|wordregex|indentheuristic|ignoresubmodules)|log\.(date|decorate|abbrevcommit|follow|mailmap|diffmerges)|fetch\.(prune|prunetags|parallel|writecommitgraph)|blame\.(date|coloring|showroot|showemail|blankboundary)|credential\..+|http\..+|url\..+|sendemail\..+|am\..+|status\.(?!submodulesummary).+|lfs\.(repositoryformatversion|url|locksverify)|lfs\..+\.(access|locksverify))$/;

/** Those of them that other verbs go by. */
const MAY_RUN = /^(core\.(editor|pager|hookspath)|(alias|credential|sendemail|remote|url)\..+)$/;

/** Of remotes and addresses, what only says where they are. */
const SAYS_WHERE = /^(https?|ssh|git):\/\/[^\s]+$|^[\w.-]+@[\w.-]+:[^:\s]+$|^\+?refs\/[^\s]+$/;

const UNREAD = { plain: false, inert: false, hooks: [] };

/** Reads a file of settings; what cannot be read for sure is not plain. */
export function settingsIn(text: string): GitSettings {
  const hooks: string[] = [];
  let inert = true;
  let section: string | undefined;
  for (const line of text.split('\n')) {
    let rest = line.trim();
    const [head, name, sub] =
      /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\["\\])*)")?\s*\]/.exec(rest) ?? [];
    if (head !== undefined && name !== undefined) {
      section = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub}`;
      rest = rest.slice(head.length).trim();
    }
    if (/^([#;]|$)/.test(rest)) continue;
    const [, key, value = ''] = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(rest) ?? [];
    // A backslash at the end goes on in the next line.
    if (section === undefined || key === undefined || rest.endsWith('\\')) return UNREAD;
    const full = `${section}.${key.toLowerCase()}`;
    if (full === 'core.fsmonitor' && value === 'false') continue;
    if (!PLAIN.test(full)) return UNREAD;
    inert &&= !MAY_RUN.test(full) || SAYS_WHERE.test(value);
    if (full !== 'core.hookspath') continue;
    const [, path] = /^"?([^"\\#;~%][^"\\#;]*)"?$/.exec(value) ?? [];
    if (path === undefined) return UNREAD;
    hooks.push(path.trim());
  }
  return { plain: true, inert, hooks };
}
