import { availableParallelism, loadavg } from 'node:os';

/** What the machine has to do besides, before anything is measured. */
export const machineNow = () => ({ load: loadavg()[0], processors: availableParallelism() });

/** Half of its processors are in use by others. */
const QUIET = 0.5;

/** A sentence about a machine that is too busy for its figures to be trusted; undefined if it is quiet. */
export const busyWords = ({ load, processors }) =>
  load > QUIET * processors
    ? `The machine was busy (load ${load.toFixed(1)} on ${processors} processors): measure again on a quiet one`
    : undefined;
