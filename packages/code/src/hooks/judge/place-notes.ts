import { checkHooks } from '@wavehooks/hooks';
import { claudeTimeout, listChecked, runsGuard } from '@wavehooks/settings';
import { elsewhere, fails, type Note, never, type Spot } from './judged.ts';

/**
 * What comes of a hook where Wave reads the file in place. It goes through the check that `list` and
 * `doctor` show, so the two cannot disagree.
 */
export function placeNotes({ peer, event, matcher, raw, place }: Spot): Note[] {
  if (!peer.rules || !event) return [];
  if (runsGuard(raw))
    return [
      elsewhere('it runs "wave guard", which asks Wave: Wave skips it', 'it is there for others'),
    ];
  const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [raw] };
  const checked = checkHooks([
    {
      ...{ name: '', hooks: { [event]: [group] }, timeoutOf: claudeTimeout },
      ...(place.plugin ? { plugin: place.plugin } : {}),
    },
  ]);
  const where = { projectDir: place.projectDir, path: place.env['PATH'] ?? '' };
  const [row] = listChecked(checked, where, place.settings);
  if (row?.state === 'invalid') return [never(withoutPath(row.why), 'mend the entry')];
  if (row?.state === 'disabled') return [never(row.why, 'take it away')];
  if (row?.refusal !== undefined)
    return [fails(`in Wave it will fail: ${row.refusal}`, 'add that line, or change "url"')];
  return row?.state === 'command not found'
    ? [fails(`it cannot start: ${row.why}`, 'mend the path, or add the file')]
    : [];
}

/** The path is that of the piece that was checked, not of the file. */
const withoutPath = (text: string): string => text.replace(/^\w+\[0\](\.hooks\[0\])?: /, '');
