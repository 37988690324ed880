import type { Variables } from './peer.ts';

/** The variables of a peer in a command: renamed where we have them, else named. */
export function renameVariables(command: string, { prefix, ours, quotes }: Variables) {
  const unset = new Set<string>();
  const renamed = new Map<string, string>();
  const pattern = new RegExp(`\\$(\\{?)(${prefix}\\w+)(\\}?)`, 'g');
  const result = command.replace(pattern, (found, open, name: string, close, offset: number) => {
    const to = Object.hasOwn(ours, name) ? ours[name] : undefined;
    if (to === undefined) unset.add(name);
    if (to === undefined || to === name) return found;
    renamed.set(name, to);
    const plain = `$${open}${to}${close}`;
    const isWhole = (open === '') === (close === '');
    return quotes && isWhole && isBare(command.slice(0, offset)) ? `"${plain}"` : plain;
  });
  return { command: result, unset: [...unset], renamed: [...renamed] };
}

/** Whether what follows stands outside of quotes. */
function isBare(before: string): boolean {
  let inside = '';
  for (const [char] of before.replace(/\\./g, '').matchAll(/["']/g))
    inside = inside === '' ? char : inside === char ? '' : inside;
  return inside === '';
}
