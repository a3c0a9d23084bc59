import { describe, expect, test } from '@jest/globals';
import { findChromium, launchChromium } from '../../../scripts/chromium.ts';
import { onPglite } from '../../support/databases.ts';
import { overviewApp } from './overview-app.ts';

// Counted as skipped, with this name, on a machine that has no browser.
const inBrowser = findChromium() === undefined ? describe.skip : describe;

inBrowser('the overview in a browser (needs chromium)', () => {
  onPglite((databases) => {
    test('signing in and out takes no script, and comes back from another site', async () => {
      const app = await overviewApp(databases, 'localhost');
      await app.reviewed('ada/secret', 7, { high: 3, low: 1 });
      const browser = await launchChromium();
      try {
        const context = await browser.newContext({ javaScriptEnabled: false });
        const page = await context.newPage();
        const complaints: string[] = [];
        page.on('console', (message) => complaints.push(message.text()));
        await page.goto(app.url('/overview'));
        await page.getByRole('link', { name: 'Sign in with GitHub' }).click();
        await page.getByRole('button', { name: 'ada' }).click();
        await page.getByRole('heading', { name: '3 open high findings' }).waitFor();
        expect(page.url()).toBe(app.url('/overview'));
        const rows = page.getByRole('row');
        expect(await rows.allTextContents()).toEqual([
          expect.stringContaining('Repository'),
          expect.stringMatching(/^ada\/secret/),
          expect.stringMatching(/^ada\/open.*never reviewed/),
        ]);
        const cookies = await context.cookies();
        expect(cookies).toMatchObject([{ httpOnly: true, secure: true, sameSite: 'Lax' }]);
        await page.getByRole('button', { name: 'Sign out ada' }).click();
        await page.getByRole('link', { name: 'Sign in with GitHub' }).waitFor();
        expect(await context.cookies()).toEqual([]);
        expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
        // A page of another site sends the form: the cookie does not go with it.
        await page.getByRole('link', { name: 'Sign in with GitHub' }).click();
        await page.getByRole('button', { name: 'ada' }).click();
        await page.getByRole('button', { name: 'Sign out ada' }).waitFor();
        const elsewhere = await context.newPage();
        await elsewhere
          .goto(`${app.github.url.replace('127.0.0.1', 'localhost')}/favicon.ico`)
          .catch(() => {});
        await elsewhere.setContent(
          `<form method="post" action="${app.url('/overview/sign-out')}"><button>Win</button></form>`,
        );
        await elsewhere.getByRole('button', { name: 'Win' }).click();
        await elsewhere.getByText('this came from another site').waitFor();
        await page.reload();
        await page.getByRole('button', { name: 'Sign out ada' }).waitFor();
      } finally {
        await browser.close();
      }
    }, 120_000);
  });
});
