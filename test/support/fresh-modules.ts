import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const TESTS = new URL('../', import.meta.url).href;
/** What takes long to load or to make, and keeps nothing of one test for the next. */
const SHARED = ['in-memory-github/', 'support/once/'].map((name) => new URL(name, TESTS).href);
const GLOBALS = new URL('./test-globals.ts', import.meta.url).href;
const FRESH = /\?of=.*$/;

const loaded = new Map<string, number>();

/**
 * Loads a test file. It, and what it imports of the modules beside the tests, are evaluated anew for each
 * test file: they say what is to be done after each of its tests. Everything else is loaded once.
 */
export async function loadTestFile(path: string): Promise<void> {
  const url = pathToFileURL(path).href;
  const times = (loaded.get(url) ?? 0) + 1;
  loaded.set(url, times);
  // The same in each run, for what Node keeps of compiled modules; not so where a file is watched.
  const again = times === 1 ? '' : `&again=${times}`;
  await import(`${url}?of=${url.slice(TESTS.length)}${again}`);
}

registerHooks({
  resolve(specifier, context, next) {
    const file = FRESH.exec(context.parentURL ?? '')?.[0];
    if (file !== undefined && specifier === '@jest/globals') return moduleAt(`${GLOBALS}${file}`);
    // A module of ours is imported by the name of its file: there is nothing to look for.
    if (!/^\.\.?\/.*\.ts$/.test(specifier)) return next(specifier, context);
    const { href } = new URL(specifier, context.parentURL);
    return moduleAt(file !== undefined && isFresh(href) ? `${href}${file}` : href);
  },
});

function moduleAt(url: string) {
  return { url, format: 'module-typescript', shortCircuit: true };
}

function isFresh(url: string): boolean {
  if (url.endsWith('.test.ts')) return true;
  return url.startsWith(TESTS) && !SHARED.some((folder) => url.startsWith(folder));
}
