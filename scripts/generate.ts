// Prints what is derived from the tables in code: JSON Schemas, and the tables of the docs.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { docTables } from './generate/docs.ts';
import { kitTables } from './generate/kit.ts';
import { kitEvents } from './generate/kit-events.ts';
import { portingTables } from './generate/porting.ts';
import { schemas } from './generate/schemas.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Pages that hold tables of the code. */
const WITH_TABLES = [
  'docs/reference.md',
  'docs/permissions.md',
  'docs/settings.md',
  'docs/writing-hooks.md',
  'docs/workers.md',
  'docs/porting.md',
  'docs/mcp.md',
];

/** Every generated file as it should be, by its path. */
export function generated(): Map<string, string> {
  const files = new Map<string, string>();
  for (const [name, schema] of Object.entries(schemas()))
    files.set(`packages/hooks/schemas/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`);
  files.set('packages/hook-kit/src/events.generated.ts', kitEvents());
  const tables = { ...docTables(), ...kitTables(), ...portingTables() };
  for (const name of WITH_TABLES) {
    const page = read(name);
    // Only its tables can be made anew.
    if (page === '') throw new Error(`${name} is missing or empty: git checkout ${name}`);
    files.set(name, withTables(name, page, tables));
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

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, content] of generated()) {
    if (read(path) === content) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    console.log(`wrote ${path}`);
  }
