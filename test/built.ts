// Import this wherever a test starts what the build made: a bundle older than the sources would prove nothing.
if (process.env['STALE_BUILD'] !== undefined)
  throw new Error(
    'The build is older than the sources. Run `npm run build`, then this test again.',
  );
