import { quote } from '../basics/quote.ts';
import { isBelow } from './layers.ts';
import type { Layer } from './plan.ts';

/** How a program ends whose sandbox is not what it was planned to be. */
const FAILED = 126;

/**
 * Checks that what was mounted deeper in the project is where it was planned, and what it was planned to be.
 * Another command of the session may run meanwhile: between the plan and the mount it could put a link in the
 * place of a directory, and bubblewrap follows links. Nothing inside has run yet, and nobody else is inside.
 */
export function inPlace(layers: readonly Layer[]): readonly string[] {
  const roots = layers.filter((layer) => layer.is === 'write' && layer.from === undefined);
  const rootOf = (path: string) =>
    roots.find((one) => one.path !== path && isBelow(one.path, path))?.path;
  const deep = layers.flatMap((layer) => {
    const root = rootOf(layer.path);
    return root !== undefined && isMovable(layer.path.slice(root.length + 1))
      ? [{ layer, root }]
      : [];
  });
  if (deep.length === 0) return [];
  const tops = [...new Set(deep.map(({ root }) => root))];
  return [
    'wave_count=0',
    'while read -r _ _ wave_dev wave_root wave_at _; do',
    '  case $wave_at in',
    ...tops.map(
      (root, n) => `  ${inMounts(root)}) wave_top${n}=$wave_root wave_dev${n}=$wave_dev ;;`,
    ),
    ...deep.map(({ layer, root }) => `  ${inMounts(layer.path)}) ${test(layer, root, tops)} ;;`),
    '  esac',
    'done </proc/self/mountinfo',
    `[ "$wave_count" -eq ${deep.length} ] || { echo "wave: the project changed while the sandbox was set up; nothing was run" >&2; exit ${FAILED}; }`,
    'unset wave_count wave_dev wave_root wave_at',
  ];
}

/** What lies in a root itself, and in its `.git`, is guarded in every sandbox: no command can have moved that. */
const isMovable = (below: string): boolean => below.includes('/') && !/^\.git\/[^/]+$/.test(below);

const COUNTED = 'wave_count=$((wave_count + 1))';

function test(layer: Layer, root: string, tops: readonly string[]): string {
  if (layer.is !== 'write' && layer.is !== 'read') return COUNTED;
  const n = tops.indexOf(root);
  const wanted = `"$wave_top${n}"${inMounts(layer.path.slice(root.length))}`;
  return `[ "$wave_dev" = "$wave_dev${n}" ] && [ "$wave_root" = ${wanted} ] && ${COUNTED}`;
}

/** A path as the list of mounts writes it. */
const inMounts = (path: string): string =>
  quote(
    path.replace(/[ \t\n\\]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`),
  );
