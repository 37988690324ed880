/** Takes out what is a secret by its form, wherever it stands. */
export const redactForms = (text: string, mark: string): string =>
  FORMS.reduce(
    (done, { form, needs }) => (done.includes(needs) ? done.replace(form, () => mark) : done),
    text,
  );

interface Form {
  /** A cheap look first: most texts hold no secret. */
  readonly needs: string;
  /**
   * Each begins with a fixed text at the start of a run and ends with the run, or has a bound: none can
   * go over the same text again and again.
   */
  readonly form: RegExp;
}

const BEARER = /(?<=(?<![a-z0-9])bearer[ \t]{1,4})[\w.~+/=-]{8,}/gi;

const FORMS: readonly Form[] = [
  {
    needs: '-----BEGIN ',
    // Without an end, all that follows belongs to the key.
    form: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----|$)/g,
  },
  // A model's key has digits, which tells it from hyphened words.
  { needs: 'sk-', form: /(?<![A-Za-z0-9])sk-(?=[A-Za-z_-]{0,40}\d)[A-Za-z0-9_-]{16,}/g },
  // Keys for payments, live and for tests.
  { needs: '_live_', form: /(?<![A-Za-z0-9])[sr]k_live_[A-Za-z0-9]{8,}/g },
  { needs: '_test_', form: /(?<![A-Za-z0-9])[sr]k_test_[A-Za-z0-9]{8,}/g },
  { needs: 'gh', form: /(?<![A-Za-z0-9])gh[opsur]_[A-Za-z0-9]{20,}/g },
  { needs: 'github_pat_', form: /(?<![A-Za-z0-9])github_pat_\w{20,}/g },
  { needs: 'glpat-', form: /(?<![A-Za-z0-9])glpat-[\w-]{16,}/g },
  { needs: 'npm_', form: /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{30,}/g },
  { needs: 'xox', form: /(?<![A-Za-z0-9])xox[a-z]-[A-Za-z0-9-]{10,}/g },
  { needs: 'xapp-', form: /(?<![A-Za-z0-9])xapp-[A-Za-z0-9-]{10,}/g },
  { needs: 'AKIA', form: /(?<![A-Za-z0-9])AKIA[A-Z0-9]{16,}/g },
  { needs: 'ASIA', form: /(?<![A-Za-z0-9])ASIA[A-Z0-9]{16,}/g },
  { needs: 'AIza', form: /(?<![A-Za-z0-9])AIza[\w-]{30,}/g },
  { needs: 'eyJ', form: /(?<![\w-])eyJ[\w-]{6,}\.[\w-]{6,}\.[\w-]*/g },
  { needs: 'earer', form: BEARER },
  { needs: 'BEARER', form: BEARER },
  // `curl -u name:password`; two slashes after the colon are an address, two numbers ids.
  {
    needs: '-u',
    form: /(?<=(?<![\w-])(?:-u[ \t]{0,4}|--user(?:=|[ \t]{1,4}))["']?(?!\d{1,10}:\d{1,10}(?!\S))[\w.@+-]{1,128}:)(?!\/\/)[^\s"'`]+/g,
  },
  { needs: '://', form: /(?<=:\/\/[^\s/:@"']{0,128}:)[^\s/"'<>`]+(?=@)/g },
  { needs: '://', form: /(?<=https?:\/\/)[^\s/:@"'<>`]{16,}(?=@)/g },
];
