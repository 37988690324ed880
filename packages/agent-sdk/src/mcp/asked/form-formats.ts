/** What a text can have to be. */
interface Format {
  readonly says: string;
  fits(text: string): boolean;
}

/** THE TABLE of formats that forms of MCP have. */
const FORMATS = {
  email: { says: 'an e-mail address', fits: (text) => /^[^\s@]+@[^\s@]+$/.test(text) },
  uri: { says: 'an address such as https://example.com', fits: (text) => URL.canParse(text) },
  date: {
    says: 'a date such as 2026-01-31',
    fits: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text),
  },
  'date-time': {
    says: 'a date and time such as 2026-01-31T12:00:00Z',
    fits: (text) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i.test(text) &&
      !Number.isNaN(Date.parse(text)) &&
      isDay(text.slice(0, 10)),
  },
} as const satisfies Readonly<Record<string, Format>>;

export type FormFormat = keyof typeof FORMATS;

/** Any other is the server's to check. */
export const formatOf = (raw: unknown): FormFormat | undefined =>
  typeof raw === 'string' && Object.hasOwn(FORMATS, raw) ? (raw as FormFormat) : undefined;

/** What was expected instead; undefined when it fits. */
export const formatFault = (format: FormFormat, text: string): string | undefined =>
  FORMATS[format].fits(text) ? undefined : `expected ${FORMATS[format].says}`;

/** Dates such as the 30th of February are moved on by the clock, not refused. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
