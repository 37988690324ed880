import { forget, itemsWithout, type JudgedItem, openSettings } from '@wavehooks/settings';

interface At {
  readonly projectDir: string;
  readonly home: string;
}

/** What the user has just taken out or replaced is not missed: its approval goes with it. */
export async function forgetServer(
  at: At,
  before: readonly JudgedItem[],
  name: string,
): Promise<void> {
  const gone = itemsWithout(before, openSettings(at).items);
  const own = gone.filter(({ kind, label }) => kind === 'mcp' && label === name);
  if (own.length > 0) await forget(at.home, at.projectDir, own);
}
