import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../../../../scripts/chromium.ts';
import { toHtml } from '../../../../src/security/printers/html/page.ts';
import type { Report } from '../../../../src/security/report/report.ts';
import { candidate, exampleReport, reportOf } from '../example-report.ts';
import { examinedReport } from '../triaged-report.ts';

// Counted as skipped, with this name, on a machine that has no browser.
const inBrowser = findChromium() === undefined ? describe.skip : describe;

inBrowser('the page in a browser (needs chromium)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rustward-html-'));
  let browser: Browser;
  let opened = 0;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens the report and collects whatever the browser complains about. */
  async function open(report: Report, options: BrowserContextOptions = {}) {
    const file = join(folder, `${opened++}.html`);
    writeFileSync(file, toHtml(report));
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      ...options,
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('dialog', (dialog) => complaints.push(`dialog ${dialog.message()}`));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    return { page, complaints, requests };
  }

  const titles = (page: Page) => page.locator('.finding:visible h3').allTextContents();
  const background = (page: Page) =>
    page.evaluate('getComputedStyle(document.body).backgroundColor');

  test('renders without a complaint and asks the network for nothing', async () => {
    const { page, complaints, requests } = await open(exampleReport);
    const picture = await page.screenshot();
    expect(picture.length).toBeGreaterThan(20_000);
    expect(await page.title()).toBe('2 findings: Rustward review of examples/archive');
    expect(await titles(page)).toHaveLength(2);
    // The first finding is unfolded.
    await page.locator('.about summary').first().click();
    expect(await page.locator('.code .hit').first().textContent()).toContain('memcpy');
    expect(await page.locator('.about pre').first().textContent()).toContain('memcpy');
    expect(complaints).toEqual([]);
    expect(requests).toHaveLength(1);
    expect(await page.locator('script').count()).toBe(1);
    expect(await page.locator('img').count()).toBe(0);
  });

  test('shows what models found out, and folds what they refuted', async () => {
    const { page, complaints } = await open(examinedReport, {
      viewport: { width: 400, height: 800 },
    });
    expect(
      await page.locator('figure', { hasText: 'What models found out' }).textContent(),
    ).toMatch(/Verified\s*1\s*Not verified\s*1\s*Not settled\s*2\s*Refuted\s*3\s*Not examined\s*1/);
    expect(await page.locator('.finding:visible .badge').allTextContents()).toEqual([
      ...['verified', 'not verified', 'not examined'],
    ]);
    const first = page.locator('#finding-1');
    expect(await first.locator('.trace .step:visible').allTextContents()).toEqual([
      'reads the header of the archive',
      'copies length bytes to name, which has 64',
    ]);
    await page.getByText('Examined and refuted').click();
    await page.locator('#finding-4 summary').first().click();
    expect(await page.locator('#finding-4 .reason').textContent()).toContain('src/main.c:80');
    await page.evaluate('document.querySelectorAll("details").forEach((it) => (it.open = true))');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(400);
    expect(complaints).toEqual([]);
  });

  test('is filtered, walked and unfolded with the keyboard alone', async () => {
    const { page } = await open(exampleReport);
    await page.keyboard.press('/');
    await page.keyboard.type('format literal');
    await page.locator('.count', { hasText: '1 of 6 shown' }).waitFor();
    expect((await titles(page)).join()).toMatch(/^Format string that is not a literal/);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(
      await page.locator('.finding:visible details[open] .description').textContent(),
    ).toContain('format');
    await page.keyboard.press('/');
    await page.keyboard.press('Delete');
    await page.locator('.count', { hasText: /^6 shown$/ }).waitFor();
    await page.keyboard.press('Escape');
    const focused = () => page.locator('.finding summary:focus h3').textContent();
    await page.keyboard.press('j');
    const first = await focused();
    await page.keyboard.press('j');
    const second = await focused();
    expect(second).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toBe(first);
  });

  test('the other filters and the order work', async () => {
    const { page } = await open(exampleReport);
    await page.getByLabel('new only').check({ force: true });
    await page.locator('.count', { hasText: '3 of 6 shown' }).waitFor();
    await page.getByLabel('new only').uncheck({ force: true });
    await page.getByLabel('high').uncheck({ force: true });
    await page.locator('.count', { hasText: '4 of 6 shown' }).waitFor();
    await page.getByLabel('high').check({ force: true });
    await page.locator('[name=category]').selectOption('memory');
    await page.locator('.count', { hasText: '1 of 6 shown' }).waitFor();
    await page.locator('[name=category]').selectOption('');
    await page.locator('[name=sort]').selectOption('category');
    expect(
      await page.locator('ol.findings').first().locator('.category').allTextContents(),
    ).toEqual(['bounds', 'input']);
  });

  test('follows the system into the dark, and a button back', async () => {
    const light = await background((await open(exampleReport, { colorScheme: 'light' })).page);
    const { page } = await open(exampleReport, { colorScheme: 'dark' });
    expect(await background(page)).not.toBe(light);
    await page.getByRole('button', { name: 'Light theme' }).click();
    expect(await background(page)).toBe(light);
  });

  test('a narrow screen needs no scrolling to the side', async () => {
    const { page } = await open(exampleReport, { viewport: { width: 400, height: 800 } });
    await page.evaluate('document.querySelectorAll("details").forEach((it) => (it.open = true))');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(400);
  });

  test('without scripts everything is on the page and no dead control', async () => {
    const { page } = await open(exampleReport, { javaScriptEnabled: false });
    expect(await titles(page)).toHaveLength(6);
    expect(await page.locator('.description').first().isVisible()).toBe(true);
    expect(await page.locator('.filter').isVisible()).toBe(false);
  });

  test('an address with the number of a finding unfolds it', async () => {
    const { page } = await open(exampleReport);
    await page.goto(`${page.url()}#finding-4`);
    await page.locator('#finding-4 .description').waitFor();
    expect(await page.locator('#finding-4 .description').isVisible()).toBe(true);
  });

  test('five thousand findings open and filter', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) =>
      candidate({
        gid: index + 1,
        id: 'C000000',
        pattern: index % 2 === 0 ? 'boundary_funcs' : 'format_string',
        file: `src/part-${index % 60}/file.c`,
        function: `function_${index}`,
      }),
    );
    const { page, complaints } = await open(reportOf(many));
    await page.keyboard.press('/');
    await page.keyboard.type('function_4321');
    await page.locator('.count', { hasText: '1 of 5000 shown' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await page.locator('.finding summary:focus .function').textContent()).toBe(
      'function_4321',
    );
    expect(complaints).toEqual([]);
  });
});
