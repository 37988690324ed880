// Prints what is derived from the tables in code: JSON Schemas, and the tables of the docs.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What the sources themselves need; the rest is made of them. */
const KIT_EVENTS = 'packages/hook-kit/src/event/events.generated.ts';

const INPUT_SCHEMAS = 'packages/agent-sdk/src/tools/schemas/input-schemas.generated.ts';
const NO_SCHEMAS =
  'data:text/javascript,export const INPUT_SCHEMAS = { Task: { properties: {} }, Edit: { properties: {} } };';

/** The exit code of `--check`. Another one means that the sources do not run: the compiler says why. */
const OLD = 3;

/** Every generated file as it should be, by its path. */
export async function generated(): Promise<Map<string, string>> {
  const { commandTables } = await import('./generate/commands.ts');
  const { docTables } = await import('./generate/docs.ts');
  const { allPages, indexTables } = await import('./generate/index.ts');
  const { kitEvents } = await import('./generate/kit-events.ts');
  const { kitTables } = await import('./generate/kit.ts');
  const { portingTables } = await import('./generate/porting.ts');
  const { schemas } = await import('./generate/schemas.ts');
  const { inputSchemas } = await import('./generate/input-schemas.ts');
  const { toolTables } = await import('./generate/tools.ts');
  const files = new Map([
    [KIT_EVENTS, kitEvents()],
    [INPUT_SCHEMAS, inputSchemas()],
  ]);
  for (const [name, schema] of Object.entries(schemas()))
    files.set(`packages/hooks/schemas/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`);
  const tables = {
    ...docTables(),
    ...kitTables(),
    ...portingTables(),
    ...(await commandTables()),
    ...indexTables(),
    ...toolTables(),
  };
  for (const name of allPages()) {
    const page = read(name);
    // Only its tables can be made anew.
    if (page === '') throw new Error(`${name} is missing or empty: git checkout ${name}`);
    if (page.includes('<!-- generated: ')) files.set(name, withTables(name, page, tables));
  }
  return files;
}

/** Puts each table between its two marks. */
function withTables(page: string, text: string, tables: Record<string, string>): string {
  return text.replace(
    /(<!-- generated: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, start, name, end) => {
      const table = tables[name];
      if (table === undefined) throw new Error(`${page}: no table named ${name}`);
      return `${start}${table}\n${end}`;
    },
  );
}

export const read = (path: string): string =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '';

function write(path: string, content: string): void {
  if (read(path) === content) return;
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  console.log(`wrote ${path}`);
}

/** A door is a file, or the index of a folder. */
const sourceOf = (door: string): string =>
  existsSync(`${door}.ts`) ? `${door}.ts` : `${door}/index.ts`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Nothing is built yet: our packages are read as sources.
  registerHooks({
    resolve: (name, context, next) => {
      // It is made of the tools, which load it: nothing of it is there yet.
      if (name.endsWith(basename(INPUT_SCHEMAS))) return { url: NO_SCHEMAS, shortCircuit: true };
      const [, folder, door = 'index'] = /^@wavehooks\/([\w-]+)(?:\/(\w+))?$/.exec(name) ?? [];
      return next(folder ? sourceOf(`${root}packages/${folder}/src/${door}`) : name, context);
    },
  });
  const { kitEvents } = await import('./generate/kit-events.ts');
  if (process.argv[2] === '--check') await check(kitEvents());
  else {
    write(KIT_EVENTS, kitEvents());
    for (const [path, content] of await generated()) write(path, content);
  }
}

/** What the compiler reads: it would speak of types that do not fit, in places that nobody touched. */
async function check(events: string): Promise<void> {
  const { inputSchemas } = await import('./generate/input-schemas.ts');
  const compiled = { [KIT_EVENTS]: events, [INPUT_SCHEMAS]: inputSchemas() };
  for (const [path, content] of Object.entries(compiled))
    if (read(path) !== content) {
      console.error(`${path} is not what the code prints today: npm run generate`);
      process.exitCode = OLD;
    }
}
