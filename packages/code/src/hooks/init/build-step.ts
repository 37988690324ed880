/** The first Node that can take types out. */
export const BUILD_NODE = '22.13';

/** With this line begins the build step of `examples/first`, also one of another version or with something added. */
const FIRST_LINE =
  '// Makes name.mjs of every name.ts beside it. Types are taken out, not checked: for that, run tsc.';

export const isBuildStep = (text: string): boolean => text.split('\n', 1)[0] === FIRST_LINE;
