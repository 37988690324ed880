/** A page that is one file: whatever it needs stands in it. */
export interface Page {
  readonly policy: string;
  readonly title: string;
  readonly style: string;
  readonly body: string;
  /** Attributes of the body. */
  readonly marks?: string;
}

/** `policy` and `style` are ours; the body has no text of others that did not pass `inHtml`. */
export const htmlPage = ({ policy, title, style, body, marks = '' }: Page): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${inHtml(title)}</title>
<style>${style}</style>
</head>
<body${marks}>
${body}
</body>
</html>
`;

/** A text as it stands between tags and in attributes. */
export const inHtml = (text: string): string =>
  text.replace(/[&<>"'\0]/g, (char) => (char === '\0' ? '\uFFFD' : `&#${char.charCodeAt(0)};`));
