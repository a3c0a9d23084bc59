/** The browser that looks at our pages: for the pictures in docs/ and for the tests of the page. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** The commands that `scripts/setup` accepts as chromium. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const OPTIONS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of the first chromium on PATH, or undefined. */
export function findChromium(): string | undefined {
  const { PATH = '' } = process.env;
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** Starts it without a window. Throws where `findChromium` finds none. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(`none of ${NAMES.join(', ')} is on PATH`);
  return chromium.launch({ executablePath, args: OPTIONS });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
