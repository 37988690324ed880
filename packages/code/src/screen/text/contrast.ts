/** Red, green and blue, each from 0 to 1. */
export type Colour = readonly [number, number, number];

/** How well a colour can be read on another, as WCAG counts it: 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** What a terminal makes of faint text: most draw it half transparent, none that we know much fainter. */
export const faint = (text: Colour, background: Colour): Colour => [
  (text[0] + background[0]) / 2,
  (text[1] + background[1]) / 2,
  (text[2] + background[2]) / 2,
];

function luminance(colour: Colour): number {
  const [r = 0, g = 0, b = 0] = colour.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
