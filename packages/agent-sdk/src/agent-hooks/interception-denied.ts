import { ModelError } from '../vocabulary/model.ts';
import type { Point } from './points.ts';
import type { InterceptorVerdict } from './verdict.ts';

/** A moment that an interceptor did not let pass. It ends the turn, and nothing is tried again. */
export class InterceptionDenied extends ModelError {
  readonly reason: string;
  constructor(point: Point, { reason = 'denied', message }: InterceptorVerdict) {
    super(
      'request',
      `Blocked at ${point}: ${message === undefined ? reason : `${reason}: ${message}`}`,
    );
    this.reason = reason;
  }
}
