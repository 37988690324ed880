/** What prompt n runs: some of it at once, some of it a moment later. */
export const commandOf = (n: number): string =>
  [
    `printf a${n} > a`,
    `mkdir -p d${n % 3} && printf b${n} > d${n % 3}/b`,
    'sleep 0.02',
    n % 4 === 3 ? 'rm -rf d0' : `chmod ${n % 2 === 0 ? '600' : '644'} a`,
    `printf c${n} > "c${n % 5}"`,
  ].join('\n');

type Files = Record<string, string>;

/** The files before prompt n, with their modes. */
export function treeBefore(n: number): Files {
  const files: Files = { first: 'file 644 first' };
  let mode = '644';
  for (let at = 0; at < n; at++) {
    files[`d${at % 3}`] = 'dir 755';
    files[`d${at % 3}/b`] = `file 644 b${at}`;
    if (at % 4 === 3) for (const name of ['d0', 'd0/b']) delete files[name];
    else mode = at % 2 === 0 ? '600' : '644';
    files[`c${at % 5}`] = `file 644 c${at}`;
    files['a'] = `file ${mode} a${at}`;
  }
  return files;
}
