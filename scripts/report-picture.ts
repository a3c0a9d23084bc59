/**
 * Takes the pictures of the report that README.md shows, light and dark, of what the demonstration
 * left: `npm run demo && npx node scripts/report-picture.ts`. It needs chromium.
 */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchChromium } from './chromium.ts';

const ROOT = resolve(import.meta.dirname, '..');
const REPORT = pathToFileURL(join(ROOT, 'demo-output/report.html')).href;
const WIDTH = 1200;

const browser = await launchChromium();
try {
  for (const [colorScheme, file] of [
    ['light', 'report.png'],
    ['dark', 'report-dark.png'],
  ] as const) {
    const page = await browser.newPage({ colorScheme, viewport: { width: WIDTH, height: 1400 } });
    await page.goto(REPORT);
    const first = page.locator('#findings .finding').first();
    // Down to the end of the first finding, which a page shows unfolded.
    const box = await first.boundingBox();
    const height = Math.ceil((box?.y ?? 0) + (box?.height ?? 0));
    const clip = { x: 0, y: 0, width: WIDTH, height };
    await page.screenshot({ path: join(ROOT, 'docs', file), clip, fullPage: true });
    await page.close();
  }
} finally {
  await browser.close();
}
