import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examineCrate, type TestCount } from '../migrate/examine-crate.ts';

/** The sources of the library of bzip2. */
export const LIBRARY = [
  'huffman',
  'bzlib',
  'compress',
  'decompress',
  'blocksort',
  'randtable',
  'crctable',
];

/**
 * Runs the test cases of bzip2 that its library reaches on a migrated crate. What they want is asked of the C,
 * which is built for that, and of the samples of bzip2.
 * @param from the folder of bzip2
 * @param folder for what is written
 */
export async function libraryCases(
  from: string,
  crate: string,
  folder: string,
): Promise<TestCount> {
  const program = join(folder, 'reference');
  const sources = LIBRARY.map((name) => join(from, `${name}.c`));
  const own = join(import.meta.dirname, 'reference.c');
  execFileSync('clang', ['-O2', '-w', `-I${from}`, '-o', program, own, ...sources]);
  const lines = execFileSync(program, { encoding: 'utf8' }).trim().split('\n');
  const reference = lines.map((line) => {
    const [name = '', ...numbers] = line.split(' ');
    return `(${JSON.stringify(name)}, ${numbers.join(', ')})`;
  });
  const samples = [1, 2, 3].map((number) => {
    const of = (kind: string) => literal(readFileSync(join(from, `sample${number}.${kind}`)));
    return `(${of('bz2')}, ${of('ref')})`;
  });
  const header = readFileSync(join(from, 'bzlib_private.h'), 'utf8');
  const version = /#define\s+BZ_VERSION\s+("[^"]*")/.exec(header)?.[1] ?? '""';
  const text = [
    readFileSync(join(import.meta.dirname, 'library-cases.rs'), 'utf8'),
    `const REFERENCE: &[(&str, i32, usize, u64)] = &[${reference.join(', ')}];`,
    `const SAMPLES: [(&[u8], &[u8]); 3] = [${samples.join(', ')}];`,
    `const VERSION: &str = ${version};`,
  ].join('\n');
  const tests = join(folder, 'cases');
  mkdirSync(tests);
  writeFileSync(join(tests, 'library_cases.rs'), text);
  // Megabytes are compressed: that takes minutes where nothing is optimized.
  const optimized = join(folder, 'optimized');
  cpSync(crate, optimized, { recursive: true });
  appendFileSync(join(optimized, 'Cargo.toml'), '\n[profile.test]\nopt-level = 2\n');
  const { ownTests } = await examineCrate(optimized, tests);
  return ownTests ?? { passed: 0, all: 0, problem: 'no tests' };
}

function literal(bytes: Buffer): string {
  return `b"${bytes.toString('hex').replaceAll(/../g, '\\x$&')}"`;
}
