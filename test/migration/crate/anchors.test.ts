import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { mergeItems } from '../../../src/code/rust/items/merge-items.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import {
  anchoredFiles,
  movedToAnchors,
  withAnchors,
} from '../../../src/migration/crate/anchors.ts';
import { commitAll, git } from '../../support/git-repository.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const parser = await loadGrammars().parser('rust');

const NAMES = ['first', 'second', 'third'];
const functions = NAMES.map((name) => ({ name, file: 'src/a.c' }));
const places = new Map(NAMES.map((name) => [name, 'src/a.rs']));
const EMPTY = new Map([
  ['src/lib.rs', 'pub mod a;\n'],
  ['src/a.rs', '//! All of it.\n'],
]);
const LAYOUT = withAnchors(EMPTY, functions, places);

/** The crate with a function, its import and its test, as the pipeline adds them. */
function carried(crate: ReadonlyMap<string, string>, name: string): Map<string, string> {
  const text = [
    `use std::fmt::Write;`,
    `/// What ${name} does.\npub fn ${name}() -> String {\n    let mut all = String::new();\n    let _ = write!(all, "${name}");\n    all\n}`,
    `#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn says_its_name() {\n        assert_eq!(${name}(), "${name}");\n    }\n}`,
  ].join('\n\n');
  const merged = mergeItems(parser, crate.get('src/a.rs') ?? '', text);
  if ('problem' in merged) throw new Error(merged.problem);
  const after = new Map([...crate, ['src/a.rs', merged.text]]);
  const own = functions.filter((one) => one.name === name);
  return new Map(movedToAnchors(parser, crate, after, own));
}

test('what a function brings stands below its own lines', () => {
  const text = carried(LAYOUT, 'second').get('src/a.rs') ?? '';
  const order = [
    ...['// C: first, src/a.c', '// C: second, src/a.c', 'use std::fmt', 'pub fn second'],
    ...['// C: third', '// Tests of C: first', '// Tests of C: second', 'mod second_tests'],
    '// Tests of C: third',
  ];
  expect(order.map((part) => text.indexOf(part))).toEqual(
    order.map((part) => text.indexOf(part)).toSorted((left, right) => left - right),
  );
  expect(order.filter((part) => !text.includes(part))).toEqual([]);
  expect(anchoredFiles(new Map([['src/a.rs', text]])).get('third')).toBe('src/a.rs');
});

test('one after the other, in any order, comes to the same text', () => {
  const one = NAMES.reduce((crate, name) => carried(crate, name), new Map(LAYOUT));
  const other = NAMES.toReversed().reduce((crate, name) => carried(crate, name), new Map(LAYOUT));
  const withoutImports = (crate: ReadonlyMap<string, string>) =>
    crate.get('src/a.rs')?.replaceAll(/use std::fmt::Write;\n\n/g, '');
  expect(withoutImports(one)).toBe(withoutImports(other));
  expect(one.get('src/a.rs')?.match(/use std::fmt/g)).toHaveLength(1);
});

test('branches of neighbours are merged by git without a conflict', () => {
  const folder = temporaryFolder();
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'config', 'user.name', 'Test');
  git(folder, 'config', 'user.email', 'test@example.org');
  const write = (crate: ReadonlyMap<string, string>) => {
    for (const [path, text] of crate) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    commitAll(folder);
  };
  write(LAYOUT);
  for (const name of NAMES) {
    git(folder, 'checkout', '--quiet', '-b', name, 'main');
    write(carried(LAYOUT, name));
  }
  git(folder, 'checkout', '--quiet', 'main');
  for (const name of ['third', 'first', 'second']) {
    git(folder, 'merge', '--quiet', '--no-edit', name);
  }
  expect(git(folder, 'status', '--porcelain')).toBe('');
  for (const name of NAMES) expect(git(folder, 'show', 'HEAD:src/a.rs')).toContain(`fn ${name}(`);
});

test('what changes more than it adds stays where it is', () => {
  const old = new Map([['src/a.rs', `${LAYOUT.get('src/a.rs')}\npub const LIMIT: u8 = 1;\n`]]);
  const changed = new Map([
    ['src/a.rs', `${LAYOUT.get('src/a.rs')}\npub const LIMIT: u8 = 2;\n\npub fn first() {}\n`],
  ]);
  expect(movedToAnchors(parser, old, changed, functions)).toEqual(changed);
  // A crate that somebody else laid out has no such lines.
  const foreign = new Map([['src/a.rs', '//! Theirs.\n']]);
  const more = new Map([['src/a.rs', '//! Theirs.\n\npub fn first() {}\n']]);
  expect(movedToAnchors(parser, foreign, more, functions)).toEqual(more);
});
