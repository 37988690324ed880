export { ageOf, defaultLogDir, logFile } from './log/files.ts';
export { isFailure, type LogEntry, readEntry } from './log/format.ts';
export { makeRedactor, type Redactor } from './log/redact.ts';
export { openLog } from './log/write.ts';
export { openRecorder } from './record/open.ts';
export {
  type Recording,
  readRecording,
  recordingOf,
  type Said,
  saidOf,
} from './record/recording.ts';
