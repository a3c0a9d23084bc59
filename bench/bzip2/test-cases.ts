import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examineCrate } from '../migrate/examine-crate.ts';
import type { Station } from './stations.ts';

/** Samples of one block: its checksum stands behind the header of the file and the mark of the block. */
const SAMPLES = ['sample1', 'sample3'];
const CHECKSUM_AT = 10;

/**
 * The test cases of bzip2 that the migrated functions reach: the version of the library (3.2.1), memory
 * that is not there (5.1.1), and the checksums of blocks that the original has compressed (5.3.1, 8.2.2).
 * All others need the whole compressor.
 * @param from the folder of bzip2, with its samples
 * @param folder for what is written
 */
export async function testCases(from: string, crate: string, folder: string): Promise<Station> {
  const start = performance.now();
  const tests = join(folder, 'cases');
  mkdirSync(tests);
  writeFileSync(join(tests, 'bzip2_cases.rs'), casesText(from));
  const { ownTests } = await examineCrate(crate, tests);
  const { passed, all, problem } = ownTests ?? { passed: 0, all: 0, problem: 'no tests' };
  return {
    name: 'test cases',
    good: problem === undefined && all > 0 && passed === all,
    seen: problem ?? `${passed} of ${all} that these functions reach: 3.2.1, 5.1.1, 5.3.1, 8.2.2`,
    seconds: (performance.now() - start) / 1000,
  };
}

function casesText(from: string): string {
  const header = readFileSync(join(from, 'bzlib_private.h'), 'utf8');
  const version = /#define\s+BZ_VERSION\s+("[^"]*")/.exec(header)?.[1] ?? '""';
  const samples = SAMPLES.map((name) => {
    const checksum = readFileSync(join(from, `${name}.bz2`)).readUInt32BE(CHECKSUM_AT);
    const bytes = readFileSync(join(from, `${name}.ref`))
      .toString('hex')
      .replaceAll(/../g, '\\x$&');
    return `
#[test]
fn case_5_3_1_checksum_of_${name}() {
    let data = b"${bytes}";
    let crc = data.iter().fold(0xffff_ffff, |crc, &byte| bzip2::run_length::update_crc(crc, byte));
    assert_eq!(!crc, ${checksum});
}
`;
  });
  return `#[test]
fn case_3_2_1_version() {
    assert_eq!(bzip2::version::library_version(), ${version});
}

#[test]
fn case_5_1_1_memory_that_is_not_there() {
    assert_eq!(bzip2::memory::default_alloc(-1, 1), None);
}
${samples.join('')}`;
}
