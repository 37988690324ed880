import { type Stage, textOf } from './strip.ts';

const [WIDTH, PAD, GAP, HEIGHT] = [900, 20, 10, 54];

/** The stages of a call as a picture, in the colours of the page. Twice as large as it is shown. */
export function pictureOf(title: string, stages: readonly Stage[]): string {
  const canvas = document.createElement('canvas');
  const height = 2 * PAD + 24 + stages.length * (HEIGHT + GAP);
  [canvas.width, canvas.height] = [WIDTH * 2, height * 2];
  const pen = canvas.getContext('2d');
  if (!pen) return '';
  const styles = getComputedStyle(document.body);
  pen.scale(2, 2);
  pen.fillStyle = styles.backgroundColor;
  pen.fillRect(0, 0, WIDTH, height);
  const write = (text: string, font: string, color: string, x: number, y: number) => {
    [pen.font, pen.fillStyle] = [font, color];
    pen.fillText(fitting(pen, text.replace(/\s+/g, ' '), WIDTH - x - PAD - 8), x, y);
  };
  write(title, 'bold 15px system-ui, sans-serif', styles.color, PAD, PAD + 14);
  for (const [at, stage] of stages.entries()) {
    const { what, where, tone } = stage;
    const top = PAD + 34 + at * (HEIGHT + GAP);
    const color = toneColor(tone);
    pen.strokeStyle = color;
    pen.strokeRect(PAD, top, WIDTH - 2 * PAD, HEIGHT);
    pen.fillStyle = color;
    pen.fillRect(PAD, top, 5, HEIGHT);
    const head = where === undefined ? what : `${what} (${where})`;
    write(head, 'bold 13px system-ui, sans-serif', color, PAD + 16, top + 21);
    write(textOf(stage), '13px ui-monospace, monospace', styles.color, PAD + 16, top + 42);
  }
  return canvas.toDataURL('image/png');
}

/** A colour of the page as the page has it now, light or dark. */
function toneColor(tone = 'plain'): string {
  const probe = document.createElement('i');
  probe.className = `tone ${tone}`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function fitting(pen: CanvasRenderingContext2D, text: string, width: number): string {
  if (pen.measureText(text).width <= width) return text;
  let length = Math.min(text.length, 300);
  while (length > 0 && pen.measureText(`${text.slice(0, length)}…`).width > width) length--;
  return `${text.slice(0, length)}…`;
}
