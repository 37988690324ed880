/** Texts that would do something, if a page let them. */
export const NASTY = [
  '<img src=x onerror="alert(1)">',
  '</script><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</style><svg onload=alert(1)>',
  'javascript:alert(1)',
  '{{7*7}} ${alert(1)}',
  '\u2028\u2029\u202e\0',
  `"'><a href=http://127.0.0.1/>`,
];

/** Runs in the page: texts whose colour is too near to what is behind them (WCAG: 4.5 to 1). */
export function weakTexts(): readonly string[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgb = (colors: readonly string[]): readonly number[] => {
    if (!canvas) return [0, 0, 0];
    canvas.clearRect(0, 0, 1, 1);
    for (const color of colors) {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  };
  const light = (color: readonly number[]) => {
    const [r = 0, g = 0, b = 0] = color.map((part) => {
      const one = part / 255;
      return one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element: Element | null): string[] =>
    element ? [...behind(element.parentElement), getComputedStyle(element).backgroundColor] : [];
  const weak: string[] = [];
  for (const element of document.querySelectorAll(
    'h1,h2,h3,p,th,td,li,dt,dd,pre,summary,.label,.time,button',
  )) {
    if (!element.textContent?.trim()) continue;
    const back = light(rgb(behind(element)));
    const text = light(rgb([...behind(element), getComputedStyle(element).color]));
    const contrast = (Math.max(back, text) + 0.05) / (Math.min(back, text) + 0.05);
    if (contrast < 4.5) weak.push(`${element.tagName}.${element.className} ${contrast.toFixed(1)}`);
  }
  return [...new Set(weak)];
}
