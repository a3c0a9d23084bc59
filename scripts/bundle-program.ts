import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import * as z from 'zod';
import { copyBundleFiles, REQUIRE } from './bundle-action.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** What the program brings along lies elsewhere in the package. */
const ownFiles: Plugin = {
  name: 'own-files',
  setup({ onResolve }) {
    onResolve({ filter: /\/own-files\.ts$/ }, ({ importer }) =>
      importer === join(ROOT, 'scripts/package-own-files.ts')
        ? undefined
        : { path: join(ROOT, 'scripts/package-own-files.ts') },
    );
  },
};

/** The programs: the command line, the isolated worker, and the threads of a scan. */
const PROGRAMS = {
  rustward: 'src/cli.ts',
  'isolated-worker': 'src/isolated-worker.ts',
  'scan-worker': 'src/security/scan/scan-thread.ts',
};

interface BundleOptions {
  readonly minify?: boolean;
  /** Further programs, by their names: paths from the root of the repository. */
  readonly programs?: Readonly<Record<string, string>>;
}

/**
 * Writes the program into a folder, with all that it needs but Node.js.
 * @returns the files that it is made of
 */
export async function bundleProgram(
  folder: string,
  { minify = false, programs = {} }: BundleOptions = {},
): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: { ...PROGRAMS, ...programs },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    ...{ bundle: true, platform: 'node', target: 'node24', format: 'esm', minify },
    // A command loads what it needs, and starts sooner.
    ...{ splitting: true, chunkNames: '[name]-[hash]' },
    ...{ banner: { js: REQUIRE }, legalComments: 'none', metafile: true, logLevel: 'warning' },
    // Faster code for PostgreSQL that its package works without.
    external: ['pg-native'],
    plugins: [ownFiles],
  });
  const grammars = copyBundleFiles(folder);
  copyDatabase(folder);
  writeFileSync(join(folder, 'app.yml'), readFileSync(join(ROOT, 'app.yml')));
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ version, type: 'module' })}\n`);
  const fingerprint = fingerprintOf(folder);
  mkdirSync(join(folder, 'engine'));
  writeFileSync(join(folder, 'engine/program.txt'), `${fingerprint}\n`);
  return [...Object.keys(metafile.inputs), ...grammars];
}

/** PGlite looks for its files beside the module that it is in. */
function copyDatabase(folder: string): void {
  const from = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  for (const name of ['pglite.wasm', 'pglite.data', 'initdb.wasm']) {
    writeFileSync(join(folder, name), readFileSync(join(from, name)));
  }
}

/** The same for the same code, grammars and prompts. */
function fingerprintOf(folder: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  for (const file of files) hash.update(file.slice(folder.length)).update(readFileSync(file));
  return hash.digest('hex');
}
