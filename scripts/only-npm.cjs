// Yarn runs this in its own place (.yarnrc.yml), pnpm 9 and 10 before an install (package.json). Newer pnpm
// reads "devEngines" there.
console.error(
  'npm only: this project is set up by "npm start" or "npm test", from package-lock.json.',
);
process.exit(1);
