// A plugin of StrykerJS that says which mutants count.

/**
 * What a text says to a person is not the core's logic: a string of several words is left alone. A table
 * that is written as words (`'a b'.split(' ')`) is not prose. Texts with holes in them are mutated.
 */
const isProse = (path) =>
  path.isStringLiteral() &&
  /[a-z`] [a-z(`]/i.test(path.node.value) &&
  !path.parentPath.isMemberExpression();

/** What a row of a table has for readers: words, an example, what other agents call it. Docs print them. */
const isForReaders = (path) =>
  path.isObjectProperty() && ['when', 'says', 'sample', 'known'].includes(path.node.key.name);

/**
 * StrykerJS leaves alone what stands in an `as const`, and our tables do. Vite drops the types anyway, so the
 * tables are opened: their cells, lists and flags are mutated. Their words are not, as the compiler refuses
 * a word that none of them is.
 */
function openTable({ node }) {
  if (!TYPED.has(node.init?.type)) return;
  while (TYPED.has(node.init?.type)) node.init = node.init.expression;
  tables.add(node.init);
}
const TYPED = new Set(['TSAsExpression', 'TSSatisfiesExpression']);
const tables = new WeakSet();

const isWord = (path) =>
  path.isStringLiteral() && path.findParent(({ node }) => tables.has(node)) !== null;

function shouldIgnore(path) {
  if (path.isVariableDeclarator()) openTable(path);
  if (isProse(path) || isForReaders(path)) return 'for readers';
  return isWord(path) ? 'typed' : undefined;
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'what-counts', value: { shouldIgnore } }];
