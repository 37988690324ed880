export {
  type Around,
  openTelemetry,
  SCHEMA_URL,
  type Telemetry,
} from './telemetry/open-telemetry.ts';
export type { TelemetryOptions } from './telemetry/options.ts';
export { placeIn, placeOf, readPlace } from './telemetry/place.ts';
