/**
 * Formats the C and Rust in `assets/` by their own tools: a part of `npm run format`. With `--check`, a
 * part of `npm run lint`, it writes nothing and says what is not formatted. CSS and JavaScript are
 * Biome's. A tool that this machine lacks is left out, and named.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const ASSETS = join(import.meta.dirname, '../assets');

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

const tools = [
  {
    program: 'clang-format',
    files: '**/*.{c,h}',
    options: values.check ? ['--dry-run', '-Werror'] : ['-i'],
  },
  { program: 'rustfmt', files: '**/*.rs', options: values.check ? ['--check'] : [] },
];

for (const { program, files, options } of tools) {
  const { status, error } = spawnSync(program, [...options, ...globSync(files, { cwd: ASSETS })], {
    cwd: ASSETS,
    stdio: 'inherit',
  });
  if (error !== undefined) {
    process.stderr.write(`${program} is missing: the files that it formats are left out\n`);
  } else if (status !== 0) {
    process.stderr.write(`assets: ${program} says no; 'npm run format' formats them\n`);
    process.exitCode = 1;
  }
}
