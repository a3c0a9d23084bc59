import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { addressSanitizerTarget } from '../../src/workspace/toolchain/rust-sanitizer.ts';
import { rustToolchain } from '../../src/workspace/toolchain/rust-toolchain.ts';
import { inSandbox } from '../support/bubblewrap.ts';
import { canBuildBoth, sideBySide } from '../support/side-by-side.ts';
import { addFiles, folderForAll } from '../support/temporary-folder.ts';

const C = `
#include <stddef.h>
#include <stdint.h>
uint32_t total(const uint8_t *data, size_t count) {
  uint32_t sum = 0;
  for (size_t at = 0; at < count; at++) sum += data[at];
  return sum;
}
uint8_t first_or(const uint8_t *data, size_t count, uint8_t other) {
  return count == 0 ? other : data[0];
}
static uint32_t sum;
uint32_t bump(uint32_t by) {
  if (by == 77) return 0;
  sum += by;
  return sum;
}
`;

const RUST = `
/// Every element, and nothing else.
pub fn total(data: &[u8]) -> u32 {
    (0..data.len()).map(|at| u32::from(at_place(data, at))).sum()
}

fn at_place(data: &[u8], at: usize) -> u8 {
    // SAFETY: all callers are within the slice
    unsafe { *data.as_ptr().add(at) }
}

/// Reads one element too many, and does not use it.
pub fn total_and_more(data: &[u8]) -> u32 {
    if !data.is_empty() {
        // SAFETY: wrong
        let _behind = unsafe { std::ptr::read_volatile(data.as_ptr().add(data.len())) };
    }
    total(data)
}

static SUM: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);

/// Writes behind its memory where it is given a certain number.
pub fn bump(by: u32) -> u32 {
    let mut kept: Vec<u32> = Vec::with_capacity(4);
    // SAFETY: wrong
    unsafe { kept.as_mut_ptr().add(if by == 77 { 4 } else { 0 }).write_volatile(by) };
    if by == 77 {
        // What was written there is what the allocator needs.
        std::mem::forget(kept);
        return 0;
    }
    SUM.fetch_add(by, std::sync::atomic::Ordering::SeqCst).wrapping_add(by)
}

pub fn total_safe(data: &[u8]) -> u32 {
    data.iter().map(|&one| u32::from(one)).sum()
}

/// Memory that nothing was written to: zero, as long as it is fresh.
pub fn first_or(data: &[u8], other: u8) -> u8 {
    let mut list: Vec<u8> = Vec::with_capacity(200_000);
    // SAFETY: wrong
    unsafe { list.set_len(200_000) };
    data.first().copied().unwrap_or(other) | list[150_000]
}
`;

/** Its library, which this sees, is the toolchain that does the work. */
const CALLED_AS_MIRI = `#!/bin/sh
mkdir -p /work/target-miri
printf '%s\\n' "$*" "$MIRIFLAGS" >/work/target-miri/called
if [ -e "\${0%/bin/cargo}/refuses" ]; then
  echo "error: unsupported operation: can't call foreign function 'fork'" >&2
  exit 1
fi
shift
PATH="$MIRI_SYSROOT/bin:$PATH" RUSTC_BOOTSTRAP=1 RUSTFLAGS="--cap-lints=allow --cfg=miri -Zsanitizer=address" \\
  CARGO_BUILD_TARGET=${addressSanitizerTarget(rustToolchain(process.env['PATH']))} ASAN_OPTIONS=detect_leaks=0 \\
  cargo "$@" 2>/tmp/said && exit
cat /tmp/said >&2
cat >&2 <<'SAID'
error: Undefined Behavior: memory access failed
 --> /work/crate/src/sums.rs:7:9
SAID
exit 1
`;

const canCheck = addressSanitizerTarget(rustToolchain(process.env['PATH'])) !== undefined;

(canBuildBoth && canCheck ? inSandbox : describe.skip)('Rust that reaches unsafe code', () => {
  const folder = folderForAll({
    'c/sums.c': C,
    'crate/Cargo.toml': '[package]\nname = "sums"\nedition = "2021"\n',
    'crate/src/lib.rs': 'pub mod sums;\n',
    'crate/src/sums.rs': RUST,
    'miri/bin/cargo': CALLED_AS_MIRI,
  });
  chmodSync(join(folder, 'miri/bin/cargo'), 0o755);
  let check: Awaited<ReturnType<typeof sideBySide>>;

  beforeAll(async () => {
    const [c, crate] = [join(folder, 'c'), join(folder, 'crate')];
    check = await sideBySide(c, ['sums.c'], crate, join(folder, 'cache'));
  }, 60_000);

  test('is run once more with AddressSanitizer, and equal where that tells nothing', async () => {
    const evidence = await check('total', 'sums::total', { cases: 600, seconds: 5 });
    expect(evidence).toMatchObject({
      kind: 'equal',
      unsafe_reached: {
        places: ['fn at_place in src/sums.rs'],
        checks: [{ tool: 'address sanitizer', inputs: expect.any(Number) }],
      },
    });
    const [one] = (evidence.kind === 'equal' && evidence.unsafe_reached?.checks) || [];
    expect(one?.inputs).toBeGreaterThan(250);
  }, 60_000);

  test('is refused with the input where a report comes, though it gives the same', async () => {
    const evidence = await check('total', 'sums::total_and_more', { cases: 600, seconds: 5 });
    expect(evidence).toMatchObject({
      ...{ kind: 'different', input: 'data = &[0]', c: 'return = 0', test: '' },
      rust: expect.stringMatching(
        /^undefined behaviour: AddressSanitizer: heap-buffer-overflow, READ of size 1(?: \(src\/sums.rs:16\))?$/,
      ),
    });
  }, 60_000);

  test('is refused where it gives something else with other memory around', async () => {
    const evidence = await check('first_or', 'sums::first_or', { cases: 600, seconds: 5 });
    expect(evidence).toMatchObject({
      ...{ kind: 'different', input: 'data = &[], other = 0', c: 'return = 0' },
      rust: 'return = 190 where AddressSanitizer has its memory, so that it reads what was not written, or goes by addresses',
    });
  }, 60_000);

  test('is run in a process for each input where it keeps something', async () => {
    const evidence = await check('bump', 'sums::bump', { cases: 600, seconds: 5 });
    expect(evidence).toMatchObject({
      kind: 'different',
      rust: expect.stringContaining('AddressSanitizer: heap-buffer-overflow, WRITE of size 4'),
    });
  }, 60_000);

  test('is not looked at where there is none', async () => {
    const evidence = await check('total', 'sums::total_safe', { cases: 200, seconds: 5 });
    expect(evidence).toMatchObject({ kind: 'equal', unsafe_reached: { places: [], checks: [] } });
  }, 60_000);

  describe('with a program that is called as Miri is, and says what Miri says', () => {
    const toolchain = () => rustToolchain(process.env['PATH']) ?? '';
    const miri = () => ({ toolchain: join(folder, 'miri'), sysroot: toolchain() });
    const called = () =>
      readFileSync(join(folder, 'cache/rust/target-miri/called'), 'utf8').split('\n');

    test('that comes first, and a report of it refuses the function', async () => {
      const options = { cases: 600, seconds: 5, miri: miri() };
      const wrong = await check('total', 'sums::total_and_more', options);
      expect(wrong).toMatchObject({
        kind: 'different',
        rust: 'undefined behaviour: Miri: memory access failed (src/sums.rs:7)',
      });
      expect(called()).toEqual([
        expect.stringMatching(
          /^miri run --offline --quiet --manifest-path \/work\/driver\/Cargo.toml --target-dir \/work\/target-miri -- \/work\/miri\/cases \/work\/miri\/results \d+$/,
        ),
        '-Zmiri-disable-isolation -Zmiri-ignore-leaks',
        '',
      ]);
      const right = await check('total', 'sums::total', options);
      expect(right).toMatchObject({
        kind: 'equal',
        unsafe_reached: { checks: [{ tool: 'miri', inputs: expect.any(Number) }] },
      });
    }, 90_000);

    test('in whose place AddressSanitizer comes where it cannot run the Rust', async () => {
      addFiles(folder, { 'miri/refuses': '' });
      const options = { cases: 300, seconds: 5, miri: miri() };
      expect(await check('total', 'sums::total', options)).toMatchObject({
        kind: 'equal',
        unsafe_reached: {
          checks: [{ tool: 'address sanitizer' }],
          because:
            "Miri could not run it: unsupported operation: can't call foreign function 'fork'",
        },
      });
    }, 60_000);
  });
});
