/**
 * Makes the npm package: `npm run package` leaves `dist/package` and `dist/rustward-VERSION.tgz`. The
 * package depends on nothing but Node.js. `--output FOLDER` writes somewhere else than to `dist`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { bundleProgram } from './bundle-program.ts';
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

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(PROGRAM, { recursive: true });
const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
const sources = await bundleProgram(PROGRAM, { minify: true });
for (const name of readdirSync(join(ROOT, 'schemas'))) copy(`schemas/${name}`);
for (const name of DOCUMENTS) copy(name);
copy('bin/start.cjs', 'bin/rustward.cjs');
copy('bin/start-program.cjs', 'lib/start.cjs');
write('licences.txt', licencesText(ROOT, sources));
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
