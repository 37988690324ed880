import { closeSync, fchmodSync, fstatSync, openSync, writeFileSync } from 'node:fs';

/** It is about what one person did: others get it from them, also where a file of that name was before. */
export function writePage(file: string, html: string): void {
  const fd = openSync(file, 'w', 0o600);
  try {
    if (fstatSync(fd).isFile()) fchmodSync(fd, 0o600);
    writeFileSync(fd, html);
  } finally {
    closeSync(fd);
  }
}
