import type { Follower, Step } from './contained.ts';

/** The whole stream holds every file that was read, images included. */
const MAX_MEGABYTES = 64;

/** Hands lines on as they come. What follows a line that ends the program is not looked at. */
export function followLines(take: (line: string) => Step): Follower {
  const decoder = new TextDecoder();
  let rest: string[] = [];
  let isOver = false;
  return {
    maxMegabytes: MAX_MEGABYTES,
    take: (chunk) => {
      if (isOver) return 'go on';
      const [head = '', ...lines] = decoder.decode(chunk, { stream: true }).split('\n');
      rest.push(head);
      let strongest: Step = 'go on';
      for (const next of lines) {
        const step = take(rest.join(''));
        rest = [next];
        isOver = step === 'end';
        if (isOver) return step;
        if (step !== 'go on') strongest = step;
      }
      return strongest;
    },
  };
}
