/** Call this before what the build made is started or read: a bundle older than the sources would prove nothing. */
export function needBuild(): void {
  if (process.env['STALE_BUILD'] !== undefined)
    throw new Error(
      'The build is older than the sources. Run `npm run build`, then this test again.',
    );
}
