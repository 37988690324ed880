import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium, type Page } from 'playwright-core';

// The pages draw nothing that a graphics card would speed up, and its software replacement takes longer.
sparticuz.setGraphicsMode = false;

/** A real browser: from npm on Linux, an installed Chrome elsewhere. */
export const openBrowser = async (): Promise<Browser> =>
  process.platform === 'linux'
    ? chromium.launch({ executablePath: await sparticuz.executablePath(), args: sparticuz.args })
    : chromium.launch({ channel: 'chrome' });

export interface Seen {
  readonly page: Page;
  /** What the page complained about, and what it asked for beside itself. */
  readonly faults: string[];
}

export interface Looks {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/** One page shows them all, one after the other: a browser of one process keeps every page alive to its end. */
const pages = new WeakMap<Browser, Promise<Page>>();

function pageOf(browser: Browser): Promise<Page> {
  const page = pages.get(browser) ?? browser.newPage();
  pages.set(browser, page);
  return page;
}

export async function show(
  browser: Browser,
  url: string,
  { width = 1200, colorScheme = 'light' }: Looks = {},
): Promise<Seen> {
  const page = await pageOf(browser);
  page.removeAllListeners();
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
  const faults: string[] = [];
  page.on('console', (message) => faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url() !== url && !request.url().startsWith('data:')) faults.push(request.url());
  });
  await page.goto(url);
  return { page, faults };
}
