import { expect, test } from '@jest/globals';
import { type CrateFiles, sourcePaths } from '../../../src/migration/crate/crate-files.ts';
import { hasOwnProgram, withProgram } from '../../../src/migration/crate/program-files.ts';

const CRATE: CrateFiles = new Map([
  ['Cargo.toml', '[package]\nname = "my-tool"\n\n[dependencies]\nname = "x"\n'],
  ['src/lib.rs', 'pub mod a;\n'],
]);
const CALL = { rust: 'a::run', takes: 'none', owns: true } as const;

/** The programs of a crate after those of these C files came, one after the other. */
function programs(cFiles: readonly string[], added = cFiles, before = CRATE) {
  const files = added.reduce(
    (crate, cFile) => withProgram(crate, { cFile, ...CALL }, cFiles),
    before,
  );
  expect(sourcePaths(files)).toEqual(['src/lib.rs']);
  expect(hasOwnProgram(files)).toBe(false);
  return [...files.keys()].filter((path) => /main|bin/.test(path));
}

test('the only program is src/main.rs, and calls the library by its name', () => {
  const files = withProgram(CRATE, { cFile: 'x.c', ...CALL }, ['x.c']);
  expect(files.get('src/main.rs')).toContain('exit(my_tool::a::run())');
  const named = new Map([
    ...CRATE,
    ['Cargo.toml', `${CRATE.get('Cargo.toml')}[lib]\nname = "core_of"\n`],
  ]);
  expect(withProgram(named, { cFile: 'x.c', ...CALL }, ['x.c']).get('src/main.rs')).toContain(
    'exit(core_of::a::run())',
  );
});

test('several are called as their files, or as the folders of these', () => {
  expect(
    programs(['a.c', 'src/main.c', 'tools/dump/main.c', 'x/a.c', 'build.c', 'match.c']),
  ).toEqual([
    ...['src/bin/a.rs', 'src/bin/build_program.rs', 'src/bin/dump.rs', 'src/bin/match_program.rs'],
    ...['src/bin/my_tool.rs', 'src/bin/x_a.rs'],
  ]);
});

test('a program stays where it is, though others come', () => {
  const one = withProgram(CRATE, { cFile: 'a.c', ...CALL }, ['a.c']);
  expect(programs(['a.c', 'b.c'], ['b.c', 'a.c'], one)).toEqual(['src/bin/b.rs', 'src/main.rs']);
});

test('a program that was not generated is one of the crate', () => {
  expect(hasOwnProgram(CRATE)).toBe(false);
  for (const path of ['src/main.rs', 'src/bin/tool.rs', 'src/bin/tool/main.rs']) {
    const files = new Map([...CRATE, [path, 'fn main() {}\n']]);
    expect(hasOwnProgram(files)).toBe(true);
    expect(sourcePaths(files)).toContain(path);
  }
});
