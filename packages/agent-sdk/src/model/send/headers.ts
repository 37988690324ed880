/**
 * Stands in for the global class of this name where the providers are bundled: they only normalise
 * names and add to `user-agent` with it, and naming the real one loads the whole global fetch.
 */
export class Headers extends Map<string, string> {
  constructor(init: Readonly<Record<string, string>> | Iterable<readonly [string, string]> = []) {
    super();
    const entries = Symbol.iterator in init ? init : Object.entries(init);
    for (const [name, value] of entries) this.set(name, value);
  }

  override get(name: string): string | undefined {
    return super.get(name.toLowerCase());
  }

  override set(name: string, value: string): this {
    return super.set(name.toLowerCase(), String(value));
  }
}
