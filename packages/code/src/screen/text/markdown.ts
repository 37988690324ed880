import type { Token, Tokens } from 'marked';
import stringWidth from 'string-width';
import { decoded, highlighted } from './code.ts';
import { lexed } from './lexer.ts';
import { behind, type Canvas, wrapped } from './lines.ts';
import { tableLines } from './table.ts';

/** Markdown as lines for a terminal. What it cannot show stays as it was written. */
export function markdown(text: string, canvas: Canvas): string[] {
  return blocks(lexed(text), canvas);
}

function blocks(tokens: readonly Token[], canvas: Canvas): string[] {
  const parts = tokens.filter(({ type }) => type !== 'space').map((token) => block(token, canvas));
  return parts.flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
}

type Drawn = { [T in string]?: (token: never, canvas: Canvas) => string[] };

const BLOCKS: Drawn = {
  heading: ({ tokens, depth }: Tokens.Heading, { width, paint }) =>
    wrapped(paint(depth < 3 ? 'user' : 'strong', inline(tokens, paint)), width),
  paragraph: ({ tokens }: Tokens.Paragraph, { width, paint }) =>
    wrapped(inline(tokens, paint), width),
  text: (token: Tokens.Text, { width, paint }) =>
    wrapped(token.tokens ? inline(token.tokens, paint) : decoded(token.text), width),
  code: ({ text, lang = '' }: Tokens.Code, { width, paint }) =>
    highlighted(text, lang, paint).flatMap((line) => behind('  ', line, width)),
  blockquote: ({ tokens }: Tokens.Blockquote, canvas) =>
    blocks(tokens, { ...canvas, width: Math.max(8, canvas.width - 2) }).map(
      (line) => `${canvas.paint('quiet', '│')} ${line}`,
    ),
  list: (token: Tokens.List, canvas) => list(token, canvas),
  table: (token: Tokens.Table, canvas) => table(token, canvas),
  hr: (_token: Tokens.Hr, { width, paint }) => [paint('quiet', '─'.repeat(Math.min(width, 40)))],
};

function block(token: Token, canvas: Canvas): string[] {
  const draw = BLOCKS[token.type] as ((token: Token, canvas: Canvas) => string[]) | undefined;
  return draw ? draw(token, canvas) : wrapped(token.raw.trimEnd(), canvas.width);
}

function list({ items, ordered, start, loose }: Tokens.List, canvas: Canvas): string[] {
  const parts = items.map((item, at) => {
    const number = ordered ? `${Number(start || 1) + at}.` : '•';
    const mark = `${item.task ? (item.checked ? '☒' : '☐') : number} `;
    const tokens = item.tokens.filter(({ type }) => type !== 'checkbox');
    const inner = { ...canvas, width: Math.max(8, canvas.width - stringWidth(mark)) };
    const lines = tokens
      .filter(({ type }) => type !== 'space')
      .flatMap((token, index) =>
        index > 0 && loose ? ['', ...block(token, inner)] : block(token, inner),
      );
    const pad = ' '.repeat(stringWidth(mark));
    return lines.map((line, index) =>
      index === 0 ? canvas.paint('accent', mark) + line : line && pad + line,
    );
  });
  return parts.flatMap((lines, at) => (at > 0 && loose ? ['', ...lines] : lines));
}

const table = ({ header, rows, align }: Tokens.Table, canvas: Canvas): string[] =>
  tableLines(
    [header, ...rows].map((row) => row.map(({ tokens }) => inline(tokens, canvas.paint))),
    align,
    canvas,
  );

type Paint = Canvas['paint'];

const INLINE: { [T in string]?: (token: never, paint: Paint) => string } = {
  strong: ({ tokens }: Tokens.Strong, paint) => paint('strong', inline(tokens, paint)),
  em: ({ tokens }: Tokens.Em, paint) => paint('italic', inline(tokens, paint)),
  del: ({ tokens }: Tokens.Del, paint) => struck(inline(tokens, paint), paint),
  codespan: ({ text }: Tokens.Codespan, paint) => paint('code', text),
  link: ({ tokens, href }: Tokens.Link, paint) => {
    const text = inline(tokens, paint);
    return text === href ? paint('link', href) : `${text} (${paint('link', href)})`;
  },
  image: ({ text, href }: Tokens.Image, paint) => `[${text}] (${paint('link', href)})`,
  br: () => '\n',
  escape: ({ text }: Tokens.Escape) => text,
  text: (token: Tokens.Text, paint) =>
    token.tokens ? inline(token.tokens, paint) : decoded(token.text),
};

/** Without colours its marks stay: what is struck out must not read as if it held. */
function struck(text: string, paint: Paint): string {
  const line = paint('struck', text);
  return line === text ? `~~${text}~~` : line;
}

const inline = (tokens: readonly Token[], paint: Paint): string =>
  tokens
    .map((token) => {
      const draw = INLINE[token.type] as ((token: Token, paint: Paint) => string) | undefined;
      return draw ? draw(token, paint) : token.raw;
    })
    .join('');
