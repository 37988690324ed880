import type { Package } from '../pack/packages.ts';

/** What a package needs before it can be published, beyond what tests hold. */
const NEEDS: readonly {
  readonly what: string;
  readonly isThere: (one: Package, all: readonly Package[], changelog: string) => boolean;
}[] = [
  {
    what: 'a name in a scope of ours: the registry has packages of others under names like this',
    isThere: ({ manifest }) => manifest.name.startsWith('@'),
  },
  {
    what: 'the field "repository": npm proves from where a package was built',
    isThere: ({ manifest }) => manifest['repository'] !== undefined,
  },
  {
    what: 'the version that all the others have',
    isThere: ({ manifest }, [first]) => manifest.version === first?.manifest.version,
  },
  {
    what: 'its version as a heading in CHANGELOG.md',
    isThere: ({ manifest }, _, changelog) =>
      changelog.split('\n').some((line) => line.replace(/^#+ /, '#') === `#${manifest.version}`),
  },
];

/** In words, one line a need: which packages it is missing from. */
export function lacking(packages: readonly Package[], changelog: string): string[] {
  return NEEDS.flatMap(({ what, isThere }) => {
    const without = packages.filter((one) => !isThere(one, packages, changelog));
    const names = without.map(({ manifest }) => manifest.name).join(', ');
    return without.length === 0 ? [] : [`${what} (${names})`];
  });
}
