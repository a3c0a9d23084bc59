import { fileURLToPath } from 'node:url';

/**
 * Stands in the npm package for `src/workspace/own-files.ts`: all files that the program brings along
 * lie beside it, where `scripts/package.ts` puts them.
 */
const here = (path: string): URL => new URL(path, import.meta.url);

export const PACKAGE_FILE: URL = here('package.json');

/** The App as GitHub is to know it. */
export const APP_MANIFEST: URL = here('app.yml');

export const SCAN_THREAD: URL = here('scan-worker.mjs');

export const ISOLATED_WORKER: readonly string[] = [fileURLToPath(here('isolated-worker.mjs'))];

/** The content of the program is summed up in a file, so that it need not be read at every start. */
export const ENGINE = {
  sources: fileURLToPath(here('engine')),
  lockFile: fileURLToPath(here('engine/program.txt')),
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
