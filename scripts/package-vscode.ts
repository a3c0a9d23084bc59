/**
 * Makes the extension for VS Code: `npm run package:vscode` leaves `dist/rustward-VERSION.vsix`, which needs no other
 * package and no program but VS Code itself. `--output FOLDER` writes somewhere else than to `dist`. The tool of the
 * marketplace for this would bring a hundred packages along, of which one signs in at Azure and one is native code; what
 * it would make here is a zip archive of these files and two more.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { zipSync } from 'fflate';
import * as z from 'zod';
import { bundleProgram } from './bundle-program.ts';
import { licencesText } from './licences.ts';
import { contentTypes, vsixManifest } from './vsix-manifest.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'editors/vscode');
const { values } = parseArgs({
  options: { output: { type: 'string', default: join(ROOT, 'dist') } },
});

/** Only the App has a database. */
const OF_THE_DATABASE = /^(?:pglite\.\w+|initdb\.wasm)$/;
/** The same files give the same archive. */
const TIME = new Date(2000, 0, 1);

const manifestSchema = z.looseObject({
  ...{ name: z.string(), displayName: z.string(), description: z.string(), publisher: z.string() },
  ...{ icon: z.string(), categories: z.array(z.string()), keywords: z.array(z.string()) },
  ...{ engines: z.object({ vscode: z.string() }), extensionKind: z.array(z.string()) },
});
const packageSchema = z.object({ version: z.string(), repository: z.string() });

const folder = mkdtempSync(join(tmpdir(), 'rustward-vscode-'));
try {
  const { version, repository } = packageSchema.parse(read(ROOT, 'package.json'));
  // VS Code loads a module of that type in another way, and what is bundled is none.
  const {
    type: _type,
    private: _private,
    ...manifest
  } = manifestSchema.parse(read(SOURCE, 'package.json'));
  const address = `https://github.com/${repository.replace(/^github:/, '')}`;
  const sources = [
    ...(await bundleExtension(join(folder, 'extension.js'))),
    ...(await bundleProgram(join(folder, 'server/lib'), { minify: true })),
  ];
  for (const name of readdirSync(join(folder, 'server/lib')))
    if (OF_THE_DATABASE.test(name)) rmSync(join(folder, 'server/lib', name));
  mkdirSync(join(folder, 'server/bin'));
  copy(join(ROOT, 'bin/start.cjs'), 'server/bin/rustward.cjs');
  copy(join(ROOT, 'bin/start-program.cjs'), 'server/lib/start.cjs');
  copy(join(ROOT, 'LICENSE'), 'LICENSE.txt');
  copy(join(ROOT, 'CHANGELOG.md'), 'CHANGELOG.md');
  copy(join(SOURCE, 'README.md'), 'README.md');
  copy(join(SOURCE, manifest.icon), manifest.icon);
  writeFileSync(join(folder, 'licences.txt'), licencesText(ROOT, sources));
  const shipped = { ...manifest, version, repository: { type: 'git', url: `${address}.git` } };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(shipped, undefined, 2)}\n`);

  const files = filesBelow(folder);
  const archive = zipSync(
    {
      'extension.vsixmanifest': Buffer.from(vsixManifest({ ...manifest, version, address })),
      '[Content_Types].xml': Buffer.from(contentTypes(files.map((file) => extname(file)))),
      ...Object.fromEntries(
        files.map((file) => [`extension/${file}`, readFileSync(join(folder, file))]),
      ),
    },
    { level: 9, mtime: TIME },
  );
  mkdirSync(values.output, { recursive: true });
  const path = join(resolve(values.output), `${manifest.name}-${version}.vsix`);
  writeFileSync(path, archive);
  process.stdout.write(`${path}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Writes the client with all that it needs but VS Code. */
async function bundleExtension(outfile: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(SOURCE, 'extension.ts')],
    ...{ bundle: true, platform: 'node', target: 'node20', format: 'cjs', minify: true, outfile },
    ...{ external: ['vscode'], legalComments: 'none', metafile: true, logLevel: 'warning' },
  });
  return Object.keys(metafile.inputs);
}

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(path.length + 1))
    .sort();
}

function read(path: string, name: string): unknown {
  return JSON.parse(readFileSync(join(path, name), 'utf8'));
}

function copy(from: string, to: string): void {
  writeFileSync(join(folder, to), readFileSync(from));
}
