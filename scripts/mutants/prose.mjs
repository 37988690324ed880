/**
 * What a text says to a person is not the core's logic: a string of several words is left alone. A table
 * that is written as words (`'a b'.split(' ')`) is not prose. Texts with holes in them are mutated.
 */
const isProse = (path) =>
  path.isStringLiteral() &&
  /[a-z] [a-z(]/i.test(path.node.value) &&
  !path.parentPath.isMemberExpression();

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'prose',
    value: { shouldIgnore: (path) => (isProse(path) ? 'prose' : undefined) },
  },
];
