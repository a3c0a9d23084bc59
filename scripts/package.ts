/**
 * Makes the npm package: `npm run package` leaves `dist/package` and `dist/rustward-VERSION.tgz`. The
 * package depends on nothing but Node.js. `--output FOLDER` writes somewhere else than to `dist`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, type Plugin } from 'esbuild';
import * as z from 'zod';
import { copyBundleFiles, REQUIRE } from './bundle-action.ts';
import { licencesText } from './licences.ts';

const ROOT = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { output: { type: 'string', default: join(ROOT, 'dist') } },
});
const FOLDER = join(resolve(values.output), 'package');
const PROGRAM = join(FOLDER, 'lib');

/** What a reader of the package finds beside its programs. */
const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE'];

const manifestSchema = z.object({
  ...{ name: z.string(), version: z.string(), description: z.string(), license: z.string() },
  repository: z.string(),
  engines: z.object({ node: z.string() }),
});

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

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(PROGRAM, { recursive: true });
const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: {
    rustward: 'src/cli.ts',
    'isolated-worker': 'src/isolated-worker.ts',
    'scan-worker': 'src/security/scan/scan-thread.ts',
  },
  outdir: PROGRAM,
  outExtension: { '.js': '.mjs' },
  ...{ bundle: true, platform: 'node', target: 'node24', format: 'esm', minify: true },
  // A command loads what it needs, and starts sooner.
  ...{ splitting: true, chunkNames: '[name]-[hash]' },
  ...{ banner: { js: REQUIRE }, legalComments: 'none', metafile: true, logLevel: 'warning' },
  // Faster code for PostgreSQL that its package works without.
  external: ['pg-native'],
  plugins: [ownFiles],
});
const grammars = copyBundleFiles(PROGRAM);
copyDatabase();
for (const name of readdirSync(join(ROOT, 'schemas'))) copy(`schemas/${name}`);
for (const name of DOCUMENTS) copy(name);
copy('bin/start.cjs', 'bin/rustward.cjs');
copy('bin/start-program.cjs', 'lib/start.cjs');
write('lib/package.json', JSON.stringify({ version: manifest.version, type: 'module' }));
write('lib/engine/program.txt', fingerprintOf(PROGRAM));
write('licences.txt', licencesText(ROOT, [...Object.keys(metafile.inputs), ...grammars]));
write(
  'package.json',
  JSON.stringify(
    {
      ...manifest,
      type: 'module',
      bin: { rustward: 'bin/rustward.cjs' },
      keywords: ['security', 'static-analysis', 'c', 'c++', 'rust', 'code-review', 'sarif'],
      publishConfig: { access: 'public', provenance: true },
    },
    undefined,
    2,
  ),
);
const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', dirname(FOLDER)], {
  cwd: FOLDER,
  encoding: 'utf8',
});
process.stdout.write(`${join(dirname(FOLDER), packed.trim())}\n`);

function write(name: string, text: string): void {
  const file = join(FOLDER, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${text}\n`, { mode: name.startsWith('bin/') ? 0o755 : 0o644 });
}

function copy(from: string, to: string = from): void {
  write(to, readFileSync(join(ROOT, from), 'utf8').trimEnd());
}

/** PGlite looks for its files beside the module that it is in. */
function copyDatabase(): void {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  for (const name of ['pglite.wasm', 'pglite.data', 'initdb.wasm']) {
    writeFileSync(join(PROGRAM, name), readFileSync(join(folder, name)));
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
