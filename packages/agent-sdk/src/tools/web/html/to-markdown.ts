import { Parser } from 'htmlparser2';
import { Page } from './page.ts';
import { createWriter, Enough } from './writer.ts';

export interface Markdown {
  readonly title: string;
  readonly text: string;
  /** Not all of the page is there: it is too long, or nested too deeply. */
  readonly cut: boolean;
}

/** How much of a page is read at a time. */
const CHUNK = 65_536;

/**
 * A page as markdown. It takes a time that grows with the page and no faster, whatever the page is. What a
 * browser does not show (`hidden`, scripts) is left out: it would be for the model alone.
 */
export function toMarkdown(html: string, base: URL, maxChars: number): Markdown {
  const writer = createWriter(maxChars);
  const page = new Page(writer, base);
  const parser = new Parser({
    onopentag: (name, attributes) => page.open(name, attributes),
    onclosetag: (name) => page.close(name),
    ontext: (text) => page.text(text),
  });
  let cut = false;
  try {
    for (let at = 0; at < html.length; at += CHUNK) parser.write(html.slice(at, at + CHUNK));
    parser.end();
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
    cut = true;
  }
  return { title: page.title.replace(/\s+/g, ' ').trim().slice(0, 300), text: writer.end(), cut };
}
