import { describe, expect, test } from '@jest/globals';
import { lostTest, repairRefusal } from '../../../../src/github/migrate/gate/refused-repair.ts';

const PLACE = { project: '.', crate: 'rust' };

function refused(path: string, content: string | null = 'text\n', place = PLACE) {
  return repairRefusal({ crate: 'rust', files: [{ path, content }] }, place);
}

test('modules, tests, manifests and the symbol map may change', () => {
  for (const path of [
    ...['rust/src/lib.rs', 'rust/src/a/b.rs', 'rust/tests/all.rs', 'rust/Cargo.toml'],
    ...['rust/Cargo.lock', '.rustward/c2rust/symbol_map/src/a.c/f.json'],
  ]) {
    expect(refused(path)).toBeUndefined();
  }
  const files = [{ path: 'libs/x/rust/src/lib.rs', content: 'x\n' }];
  const place = { project: 'libs/x', crate: 'rust' };
  expect(repairRefusal({ crate: 'libs/x/rust', files }, place)).toBeUndefined();
});

describe('nothing else may', () => {
  test.each([
    ...['.github/workflows/cargo.yml', 'src/larger.c', 'rust/build.rs', 'rust/.cargo/config.toml'],
    ...['rust/src/.hidden.rs', 'rust/src/../../x.rs', 'rust/rust-toolchain.toml', 'Cargo.toml'],
    ...['.rustward/c2rust/config.json', '.rustward/c2rust/symbol_map/../../x.json'],
    ...['.rustward/rules/x.json', 'rust/src/lib.rs\n', 'other/src/lib.rs'],
  ])('%j', (path) => {
    expect(refused(path)).toMatch(/none of its files/);
  });

  test('another crate, a file that goes, one that is there twice, one that is no text', () => {
    const files = [{ path: 'rust/src/lib.rs', content: 'x' }];
    expect(repairRefusal({ crate: 'other', files }, PLACE)).toBe('it is for the folder other');
    expect(refused('rust/src/lib.rs', null)).toBe('it would remove rust/src/lib.rs');
    expect(refused('rust/src/lib.rs', 'a\0b')).toBe('rust/src/lib.rs is no text');
    const twice = [...files, { path: 'rust/src/LIB.rs', content: 'y' }];
    expect(repairRefusal({ crate: 'rust', files: twice }, PLACE)).toMatch(/twice/);
  });
});

describe('a test that a file had stays', () => {
  const one = '#[test]\nfn one() {}\n';
  const two = '    #[test]\n    #[should_panic]\n    fn two() {}\n';

  test.each([
    ['all stay', one + two, two + one, undefined],
    ['more come', one, one + two, undefined],
    ['one goes', one + two, two, 'one'],
    ['one gets another name', one, one.replace('one', 'other'), 'one'],
    ['one is switched off', one, `#[ignore]\n${one}`, 'one'],
    ['one is a test no more', one, one.replace('#[test]\n', ''), 'one'],
    ['one of two modules goes', one + one, one, 'one'],
    ['a function is no test', 'fn one() {}\n', '', undefined],
  ])('%s', (_what, before, after, lost) => {
    expect(lostTest(before, after)).toBe(lost);
  });
});
