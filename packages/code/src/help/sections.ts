/** A part of a page: a heading and what stands below it, up to the next heading. */
export interface Section {
  readonly level: number;
  readonly title: string;
  /** As links name it. */
  readonly slug: string;
  /** Without its heading. */
  readonly text: string;
}

/** The sections of a page, in order. What is in a block of code begins none. */
export function sectionsOf(page: string): Section[] {
  const found: { level: number; title: string; lines: string[] }[] = [];
  let fenced = false;
  for (const line of page.split('\n')) {
    if (line.startsWith('```')) fenced = !fenced;
    const [, marks, title] = (!fenced && /^(#{1,6}) (.+)$/.exec(line)) || [];
    if (marks && title) found.push({ level: marks.length, title: plain(title), lines: [] });
    else found.at(-1)?.lines.push(line);
  }
  const taken = new Map<string, number>();
  return found.map(({ level, title, lines }) => ({
    level,
    title,
    slug: numbered(slugOf(title), taken),
    text: lines.join('\n').trim(),
  }));
}

/** A section as it was written, with those below it. */
export function wholeSection(sections: readonly Section[], at: number): string {
  const level = sections[at]?.level ?? 0;
  const end = sections.findIndex((one, index) => index > at && one.level <= level);
  return sections
    .slice(at, end < 0 ? undefined : end)
    .map((one) => `${'#'.repeat(one.level)} ${one.title}\n\n${one.text}`)
    .join('\n\n');
}

const plain = (title: string): string => title.replaceAll('`', '').trim();

/** A heading as the address of its section, in the way of the sites that show such pages. */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

function numbered(slug: string, taken: Map<string, number>): string {
  const times = taken.get(slug) ?? 0;
  taken.set(slug, times + 1);
  return times === 0 ? slug : `${slug}-${times}`;
}
