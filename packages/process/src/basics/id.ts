let count = 0;

/** An id that no other process and no other call has. Node's crypto would cost a start five milliseconds. */
export const freshId = (): string =>
  `${Date.now().toString(36)}-${process.pid.toString(36)}-${(count++).toString(36)}`;
