import { spawn } from 'node:child_process';
import type { Io } from '../cli/command.ts';

/** A long text at a terminal goes through the user's own pager, where one is named; any other is printed. */
export async function showText(text: string, io: Io): Promise<void> {
  const pager = process.env['PAGER']?.trim();
  const isLong = text.split('\n').length > (process.stdout.rows ?? 0);
  if (!pager || !io.stdoutIsTerminal() || !isLong) return io.out(text);
  if (!(await paged(pager, text))) io.out(text);
}

/** What a shell says of a program that is not there, or cannot be run. */
const NOT_RUN = [126, 127];

/** False where the pager did not run. */
function paged(pager: string, text: string): Promise<boolean> {
  // Ctrl-C is for the pager. If it ended us, the shell and the pager would both read the keys.
  const ignore = () => {};
  process.on('SIGINT', ignore);
  return new Promise((resolve) => {
    const leave = (ran: boolean) => {
      process.off('SIGINT', ignore);
      resolve(ran);
    };
    const child = spawn('/bin/sh', ['-c', pager], {
      stdio: ['pipe', 'inherit', 'inherit'],
      // It shows colours as they are, and ends where the text fits after all.
      env: { LESS: 'FRX', ...process.env },
    });
    child.on('error', () => leave(false));
    child.on('close', (code) => leave(!NOT_RUN.includes(code ?? 0)));
    // Whoever leaves before the end has read enough.
    child.stdin.on('error', () => {});
    child.stdin.end(text);
  });
}
