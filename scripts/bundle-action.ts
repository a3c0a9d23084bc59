import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import * as z from 'zod';
import { ASSETS } from '../src/workspace/asset.ts';
import { licencesText } from './licences.ts';

const ROOT = resolve(import.meta.dirname, '..');
const GRAMMARS = ['tree-sitter-c', 'tree-sitter-cpp', 'tree-sitter-rust'];

/** Packages that are CommonJS ask for Node's own modules with `require`. */
export const REQUIRE =
  "import { createRequire as createRequire_ } from 'node:module'; const require = createRequire_(import.meta.url);";

/** What the program brings along lies elsewhere in the bundle. */
const ownFiles: Plugin = {
  name: 'own-files',
  setup({ onResolve }) {
    onResolve({ filter: /\/own-files\.ts$/ }, () => ({ path: join(ROOT, 'action/own-files.ts') }));
  },
};

/**
 * Writes the Action into a folder: its entry, the threads of a scan, and the files that they read.
 * Nothing in it depends on where this repository lies.
 */
export async function bundleAction(folder: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: { index: 'action/index.ts', 'scan-worker': 'src/security/scan/scan-thread.ts' },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    ...{ bundle: true, platform: 'node', target: 'node24', format: 'esm', minify: true },
    ...{ banner: { js: REQUIRE }, legalComments: 'none', metafile: true, logLevel: 'warning' },
    plugins: [ownFiles],
  });
  const grammars = copyBundleFiles(folder);
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ version, private: true })}\n`);
  const sources = [...Object.keys(metafile.inputs), ...grammars];
  writeFileSync(join(folder, 'licences.txt'), licencesText(ROOT, sources));
}

/**
 * Writes what a bundle of this program reads into its folder: grammars, prompts and assets.
 * @returns the folders of the packages that some of it comes from
 */
export function copyBundleFiles(folder: string): string[] {
  // Not by a copy of the file, whose mode is that of some installation.
  const copy = (from: string, to: string) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    writeFileSync(join(folder, to), readFileSync(from));
  };
  const { resolve: packageFile } = createRequire(import.meta.url);
  for (const name of GRAMMARS) {
    copy(packageFile(`${name}/${name}.wasm`), `grammars/${name}.wasm`);
    copy(packageFile(`${name}/src/node-types.json`), `grammars/${name}.node-types.json`);
  }
  copy(packageFile('web-tree-sitter/web-tree-sitter.wasm'), 'web-tree-sitter.wasm');
  for (const file of readdirSync(join(ROOT, 'prompts'))) {
    copy(join(ROOT, 'prompts', file), `prompts/${file}`);
  }
  for (const name of ASSETS) copy(join(ROOT, 'assets', name), `assets/${name}`);
  return GRAMMARS.map((name) => `node_modules/${name}/`);
}
