export { boundTo } from './chain/chain.ts';
export { readHeads } from './chain/heads.ts';
export { existingLogKey, logKey } from './chain/key.ts';
export { type ChainFault, type Placed, type Verified, verifyLog } from './chain/verify.ts';
export { ageOf, defaultLogDir, logFile } from './log/files.ts';
export { asEntry, isFailure, isOtherRecord, type LogEntry, readEntry } from './log/format.ts';
export type * from './log/records.ts';
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
