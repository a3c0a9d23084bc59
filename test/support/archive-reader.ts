import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const ROOT = join(import.meta.dirname, '../..');
const EXAMPLE = join(ROOT, 'examples/archive-reader');

/** The answers of a model to what its migration asks. */
export const ARCHIVE_READER_RECORDING = join(
  ROOT,
  'test/fixtures/recordings/migrate/archive-reader',
);

const recordedSchema = z.object({ roots: z.array(z.string()), disabled: z.array(z.string()) });

/** The Makefile and the tests of the example project, which are no part of what is recorded. */
export function archiveReaderTests(): Record<string, string> {
  const tests = readdirSync(join(EXAMPLE, 'tests')).map((name) => `tests/${name}`);
  const paths = ['Makefile', ...tests];
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(EXAMPLE, path), 'utf8')]));
}

/** The example project, with the config that its recorded migration has. */
export function archiveReaderFiles(): Record<string, string> {
  const { roots, disabled } = recordedSchema.parse(
    JSON.parse(readFileSync(join(ARCHIVE_READER_RECORDING, 'project.json'), 'utf8')),
  );
  const config = { root_symbols: roots, disabled_libraries: disabled };
  const sources = readdirSync(join(EXAMPLE, 'src')).map((name) => `src/${name}`);
  const texts = sources.map((path) => [path, readFileSync(join(EXAMPLE, path), 'utf8')] as const);
  return {
    ...Object.fromEntries(texts),
    '.rustward/c2rust/config.json': `${JSON.stringify(config, null, 2)}\n`,
  };
}
