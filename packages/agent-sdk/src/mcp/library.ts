import type { Library } from './line.ts';
import { type SchemaReader, schemaReader } from './schema.ts';

export interface Loaded {
  readonly library: Library;
  readonly reader: SchemaReader;
}

let loaded: Promise<Loaded> | undefined;

/** Loaded with the first server: who has none does not pay for it. */
export const loadLibrary = (): Promise<Loaded> => {
  loaded ??= load();
  return loaded;
};

async function load(): Promise<Loaded> {
  const [library, { Ajv }] = await Promise.all([
    import('@modelcontextprotocol/client'),
    import('@modelcontextprotocol/client/validators/ajv'),
  ]);
  return { library, reader: schemaReader(Ajv) };
}
