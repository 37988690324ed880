import { Lexer, type Token, Tokenizer } from 'marked';
import { printable } from '../../cli/style.ts';

/**
 * Markdown without definitions of links: `[the docs][1]` and `[1]: https://...` both stay as they were
 * written. A definition often comes last, when what refers to it has long been printed.
 */
class Own extends Tokenizer {
  override def(): undefined {
    return undefined;
  }
}

const lexer = () => new Lexer({ gfm: true, tokenizer: new Own() });

/** Others' markdown, all of it. */
export const lexed = (text: string): Token[] => lexer().lex(printable(text));

/** Its blocks alone, which is much less work. Together they are the text, line by line. */
export const blocksOf = (text: string): Token[] => lexer().blockTokens(printable(text));
