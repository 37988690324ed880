import fc from 'fast-check';
import { afterAll } from 'vitest';
import { endFile } from './after-file.ts';

/**
 * The same random cases in every run, so that a change is judged by what it changes. To look for new
 * ones: FC_SEED=$RANDOM npm test.
 */
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_261_115) });

afterAll(endFile);
