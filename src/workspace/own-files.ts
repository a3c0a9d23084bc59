import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Where the files are that this program brings along and reads itself. In the bundle of the Action,
 * where they lie elsewhere, `action/own-files.ts` takes the place of this module.
 */
const here = (path: string): URL => new URL(`../../${path}`, import.meta.url);

const { resolve } = createRequire(import.meta.url);

export const PACKAGE_FILE: URL = here('package.json');

/** The App as GitHub is to know it. */
export const APP_MANIFEST: URL = here('app.yml');

/** The module that the threads of a scan run. */
export const SCAN_THREAD: URL = here('src/security/scan/scan-thread.ts');

/** The arguments by which Node.js starts the isolated worker, which handles untrusted code. */
export const ISOLATED_WORKER: readonly string[] = [fileURLToPath(here('src/isolated-worker.ts'))];

/** The files that identify this version of the program: a folder of sources, and one file more. */
export const ENGINE = {
  sources: fileURLToPath(here('src')),
  lockFile: fileURLToPath(here('package-lock.json')),
} as const;

/** The wording of a role's questions. */
export function promptFile(role: string): URL {
  return here(`prompts/${role}.md`);
}

/** A file of `assets/`, which goes into what this program generates. */
export function assetFile(name: string): URL {
  return here(`assets/${name}`);
}

/** The paths of a grammar's WebAssembly and of the description of its nodes. */
export function grammarFiles(name: string): { wasm: string; nodeTypes: string } {
  return {
    wasm: resolve(`${name}/${name}.wasm`),
    nodeTypes: resolve(`${name}/src/node-types.json`),
  };
}
