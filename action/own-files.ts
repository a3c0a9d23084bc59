import { fileURLToPath } from 'node:url';

/**
 * Stands in the bundle for `src/workspace/own-files.ts`: all files that the program brings along lie
 * beside the bundle, where `scripts/bundle.ts` puts them.
 */
const here = (path: string): URL => new URL(path, import.meta.url);

export const PACKAGE_FILE: URL = here('package.json');

export const SCAN_THREAD: URL = here('scan-worker.mjs');

/** See `index.ts`. */
export const ISOLATED_WORKER: readonly string[] = [fileURLToPath(here('index.mjs')), 'reader'];

export const ENGINE = {
  sources: fileURLToPath(here('.')),
  lockFile: fileURLToPath(PACKAGE_FILE),
} as const;

export function promptFile(role: string): URL {
  return here(`prompts/${role}.md`);
}

export function assetFile(name: string): URL {
  return here(`assets/${name}`);
}

export function grammarFiles(name: string): { wasm: string; nodeTypes: string } {
  const path = (file: string) => fileURLToPath(here(`grammars/${file}`));
  return { wasm: path(`${name}.wasm`), nodeTypes: path(`${name}.node-types.json`) };
}
