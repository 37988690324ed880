import { type Config, readConfig } from '../config/config.ts';
import { placeOf } from '../config/place.ts';

/** Something that the doctor found, good or bad. */
export interface Finding {
  readonly level: 'ok' | 'note' | 'error';
  readonly text: string;
}

export type Env = Readonly<Record<string, string | undefined>>;
export type Check = (env: Env) => Promise<Finding[]>;

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const note = (text: string): Finding => ({ level: 'note', text });
export const error = (text: string): Finding => ({ level: 'error', text });

export function configOf(env: Env): Config | Error {
  try {
    return readConfig(placeOf(env).config);
  } catch (problem) {
    return problem as Error;
  }
}
