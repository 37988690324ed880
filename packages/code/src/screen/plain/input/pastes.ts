import { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { pasteReader } from '../../terminal/pastes.ts';

/**
 * Keys on their way to readline, which would take each line of a paste for one that was typed. A paste
 * goes to `onPaste` as one text; what that gives stands in its place.
 */
export function pastesApart(onPaste: (text: string) => string): Transform {
  const decoder = new StringDecoder('utf8');
  const reader = pasteReader({
    keys: (text) => text,
    paste: (text) => onPaste(text.replace(/\r\n?/g, '\n').replace(/\n$/, '')),
    held: /\u001b(\[(2(0(0)?)?)?)?$/,
  });
  let timer: NodeJS.Timeout | undefined;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      clearTimeout(timer);
      this.push(reader.read(decoder.write(chunk)));
      const wait = reader.waits();
      if (wait > 0) timer = setTimeout(() => this.push(reader.end()), wait);
      done();
    },
    flush(done) {
      clearTimeout(timer);
      done(null, reader.end());
    },
    destroy(error, done) {
      clearTimeout(timer);
      done(error);
    },
  });
}
