import { createTables, type Tables } from './tables.ts';
import { TAGS } from './tags.ts';
import { Enough, type Writer } from './writer.ts';

/** Tags inside of tags; browsers stop at 512. The parser slows down far beyond it. */
const MAX_DEPTH = 1000;

type Attributes = Readonly<Record<string, string>>;

/** What is open in the page. It has a life: a tag after the other. */
export class Page {
  title = '';
  readonly #writer: Writer;
  #base: URL;
  #depth = 0;
  /** How deep the tag is that hides what is in it. */
  #hidden: number | undefined;
  #inTitle = false;
  readonly #lists: { next: number | undefined }[] = [];
  readonly #links: string[] = [];
  readonly #tables: Tables;
  #code: { text: string; language: string } | undefined;

  constructor(writer: Writer, base: URL) {
    this.#writer = writer;
    this.#base = base;
    this.#tables = createTables(writer);
  }

  open(name: string, attributes: Attributes): void {
    this.#depth++;
    if (this.#depth > MAX_DEPTH) throw new Enough();
    if (this.#hidden !== undefined) return;
    if (isHidden(name, attributes)) this.#hidden = this.#depth;
    else if (name === 'title') this.#inTitle = this.title === '';
    else this.#begin(name, attributes);
  }

  close(name: string): void {
    const depth = this.#depth--;
    if (this.#hidden !== undefined) {
      if (this.#hidden === depth) this.#hidden = undefined;
      return;
    }
    if (name === 'title') this.#inTitle = false;
    else this.#finish(name);
  }

  text(text: string): void {
    if (this.#hidden !== undefined) return;
    if (this.#inTitle) this.title += text;
    else if (this.#code) this.#code.text += text;
    else this.#writer.text(text);
  }

  #begin(name: string, attributes: Attributes): void {
    if (this.#code) {
      this.#code.language ||= languageOf(attributes);
      if (name === 'br') this.#code.text += '\n';
      return;
    }
    const tag = TAGS.get(name);
    if (tag?.breaks) this.#writer.break(tag.breaks);
    if (tag?.before) this.#writer.open(tag.before);
    this.#shapes[name]?.open?.(attributes);
  }

  #finish(name: string): void {
    if (this.#code && name !== 'pre') return;
    this.#shapes[name]?.close?.();
    const tag = TAGS.get(name);
    if (tag?.before !== undefined) this.#writer.close(tag.after ?? '');
    if (tag?.breaks) this.#writer.break(tag.breaks);
  }

  /** Tags whose markdown depends on where they are, or on what is in them. */
  readonly #shapes: Readonly<Record<string, Shape>> = {
    br: { open: () => this.#writer.break(1) },
    hr: {
      open: () => {
        this.#writer.break(2);
        this.#writer.text('---');
        this.#writer.break(2);
      },
    },
    base: { open: ({ href }) => this.#rebase(href) },
    ul: { open: () => this.#list(undefined), close: () => this.#endList() },
    ol: {
      open: ({ start }) => this.#list(/^\d{1,6}$/.test(start ?? '') ? Number(start) : 1),
      close: () => this.#endList(),
    },
    li: { open: () => this.#item(), close: () => this.#endItem() },
    blockquote: {
      open: () => {
        this.#writer.break(2);
        this.#writer.indent('> ');
      },
      close: () => {
        this.#writer.outdent();
        this.#writer.break(2);
      },
    },
    pre: {
      open: (attributes) => {
        this.#code = { text: '', language: languageOf(attributes) };
      },
      close: () => this.#endCode(),
    },
    a: {
      open: ({ href }) => {
        const address = this.#address(href);
        this.#links.push(address);
        if (address) this.#writer.open('[');
      },
      close: () => {
        const address = this.#links.pop();
        if (address) this.#writer.close(`](${address})`);
      },
    },
    img: {
      open: ({ alt = '', src }) => {
        const address = this.#address(src);
        if (alt.trim() !== '' && address)
          this.#writer.text(`![${alt.slice(0, 500).replaceAll(']', '')}](${address})`);
      },
    },
    table: { open: () => this.#tables.begin(), close: () => this.#tables.end() },
    tr: { open: () => this.#tables.row(), close: () => this.#tables.endRow() },
    td: { open: () => this.#tables.cell() },
    th: { open: () => this.#tables.cell() },
  };

  #list(next: number | undefined): void {
    this.#writer.break(this.#lists.length > 0 ? 1 : 2);
    this.#lists.push({ next });
  }

  #endList(): void {
    this.#lists.pop();
    this.#writer.break(this.#lists.length > 0 ? 1 : 2);
  }

  #item(): void {
    const list = this.#lists.at(-1);
    const marker = list?.next === undefined ? '- ' : `${list.next++}. `;
    this.#writer.break(1);
    this.#writer.indent(' '.repeat(marker.length), marker);
  }

  #endItem(): void {
    this.#writer.outdent();
    this.#writer.break(1);
  }

  /** A fence is longer than any row of ticks that it holds. */
  #endCode(): void {
    const { text, language } = this.#code ?? { text: '', language: '' };
    this.#code = undefined;
    const lines = text.replace(/^\n|\s+$/g, '');
    if (lines === '') return;
    const ticks = Math.max(2, ...(lines.match(/`+/g) ?? []).map(({ length }) => length)) + 1;
    const fence = '`'.repeat(Math.min(ticks, 20));
    this.#writer.break(2);
    this.#writer.verbatim(`${fence}${language}\n${lines}\n${fence}`);
    this.#writer.break(2);
  }

  #rebase(href: string | undefined): void {
    if (href !== undefined && URL.canParse(href, this.#base.href))
      this.#base = new URL(href, this.#base);
  }

  /** Whole, so that the model can fetch it; empty where there is nothing to fetch. */
  #address(href: string | undefined): string {
    if (href === undefined || href.startsWith('#') || href.length > 2000) return '';
    if (!URL.canParse(href, this.#base.href)) return '';
    const url = new URL(href, this.#base);
    if (!/^(https?|mailto):$/.test(url.protocol)) return '';
    return url.href.replaceAll('(', '%28').replaceAll(')', '%29');
  }
}

interface Shape {
  readonly open?: (attributes: Attributes) => void;
  readonly close?: () => void;
}

const isHidden = (name: string, { hidden, style = '' }: Attributes): boolean =>
  TAGS.get(name)?.skip === true ||
  hidden !== undefined ||
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);

const languageOf = ({ class: names = '' }: Attributes): string =>
  /(?:^|\s)(?:language|lang|highlight-source)-([\w+#-]{1,30})/.exec(names)?.[1] ?? '';
