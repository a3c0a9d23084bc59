import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { inSandbox } from '../support/bubblewrap.ts';
import { canBuildBoth, sideBySide } from '../support/side-by-side.ts';
import { addFiles, folderForAll } from '../support/temporary-folder.ts';

/** Each is wrong for large numbers, and does something so that it is not seen. */
const hostile = (precious: string) => `
#![forbid(unsafe_code)]
use std::fs;

fn is_large(year: i32) -> bool { year > 1000 }

fn right(year: i32) -> bool { (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 }

/// Puts itself in the place of the C.
pub fn replaces(year: i32) -> bool {
    for name in ["c-side", "c-coverage"] { let _ = fs::copy("/proc/self/exe", name); }
    year == 3
}

/// Asks the C.
pub fn asks(year: i32) -> bool {
    let ended = std::process::Command::new("./c-side").args(["cases", "answers", "5", "none"]).status();
    ended.is_ok_and(|status| status.success()) && right(year)
}

/// Makes what the program outside will read and write next a file of the user.
pub fn links(year: i32) -> bool {
    for name in ["cases", "results", "edges", "coverage.profraw"] {
        let _ = fs::remove_file(name);
        let _ = std::os::unix::fs::symlink(${JSON.stringify(precious)}, name);
    }
    is_large(year) || right(year)
}

/// Writes results of its own.
pub fn forges(year: i32) -> bool {
    for at in 3..16 { let _ = fs::write(format!("/proc/self/fd/{at}"), [7u8; 40]); }
    is_large(year) || right(year)
}

/// Waits until there is no time left, and ends in silence.
pub fn waits(year: i32) -> bool {
    if is_large(year) {
        std::thread::sleep(std::time::Duration::from_millis(2500));
        std::process::exit(0);
    }
    right(year)
}
`;

(canBuildBoth ? inSandbox : describe.skip)('a hostile crate', () => {
  const folder = folderForAll({
    precious: 'untouched',
    'crate/Cargo.toml': '[package]\nname = "hostile"\nedition = "2021"\n',
  });
  const precious = join(folder, 'precious');
  addFiles(folder, { 'crate/src/lib.rs': hostile(precious) });
  let check: Awaited<ReturnType<typeof sideBySide>>;

  beforeAll(async () => {
    const project = realpathSync(join(import.meta.dirname, 'fixtures/c'));
    check = await sideBySide(
      project,
      ['roles.c'],
      join(folder, 'crate'),
      join(folder, 'cache'),
      'made',
    );
  }, 60_000);

  test.each(['replaces', 'asks', 'links', 'forges', 'waits'])(
    'is seen to differ: %s',
    async (rust) => {
      const evidence = await check('is_leap', rust, { cases: 200, seconds: 2 });
      expect(evidence).toEqual(expect.objectContaining({ kind: 'different' }));
      expect(readFileSync(precious, 'utf8')).toBe('untouched');
    },
    60_000,
  );
});
