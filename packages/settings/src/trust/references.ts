export type Env = Readonly<Record<string, string | undefined>>;

export type Filled = { readonly text: string } | { readonly missing: string };

const REFERENCE = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

/** Fills in `${NAME}` and `${NAME:-otherwise}`. A name that is not set and has no default is reported. */
export function fillReferences(text: string, env: Env): Filled {
  const names = [...text.matchAll(REFERENCE)];
  const missing = names.find(([, name = '', otherwise]) => !env[name] && otherwise === undefined);
  if (missing) return { missing: missing[1] ?? '' };
  return { text: text.replace(REFERENCE, (_, name, otherwise) => env[name] || (otherwise ?? '')) };
}
