/** Variables that programs run, by what their value is: `runs`, or code of a language. */
const VARIABLES: readonly (readonly [string, RegExp])[] = [
  [
    'runs',
    /^(GIT_(PAGER|EDITOR|SEQUENCE_EDITOR|SSH|SSH_COMMAND|ASKPASS|EXTERNAL_DIFF|PROXY_COMMAND))$/,
  ],
  [
    'runs',
    /^(\w*PAGER|\w*EDITOR|VISUAL|FCEDIT|\w*BROWSER|\w*ASKPASS|(RSYNC|CVS)_RSH|SVN_SSH|HGMERGE)$/,
  ],
  ['runs', /^(\w+_COMMAND|\w+_WRAPPER|CARGO_\w+_RUNNER|AUTOM4TE|MAIL_CHECK|TERMINAL)$/],
  ['piped', /^LESS(OPEN|CLOSE)$/],
  ['gitvalue', /^GIT_CONFIG_VALUE_\d+$/],
  ['vim', /^(VIMINIT|EXINIT|NVIM_INIT)$/],
  ['flags', /^(NODE_OPTIONS|TAR_OPTIONS|MAKEFLAGS|GNUMAKEFLAGS|RIPGREP_OPTIONS|FZF_\w+)$/],
  [
    'code',
    /^(PERL5OPT|PERL5DB|RUBYOPT|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|PYTHONINSPECT|GIT_CONFIG_PARAMETERS|GIT_EXEC_PATH)$/,
  ],
  [
    'maybe',
    /^(CC|CXX|CPP|LD|AR|SHELL|RUSTC|GOFLAGS|npm_config_\w*(shell|editor|viewer|node_options))$/,
  ],
];

/** What a program does with a variable's value; undefined where that is nothing that it runs. */
export const variableDoes = (name: string): string | undefined =>
  VARIABLES.find(([, form]) => form.test(name))?.[0];
