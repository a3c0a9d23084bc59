import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { CrateDigests, standingOfRust } from '../../../src/migration/state/changed-rust.ts';
import { type Standing, standingOfBoth } from '../../../src/migration/state/standing.ts';
import type { MappedSymbol } from '../../../src/migration/state/symbol-map.ts';
import { EQUAL } from '../../support/mapped-project.ts';

const parser = await loadGrammars().parser('rust');

const LIB = `//! Names.

pub mod list;
pub mod name;
`;
const NAME = `use crate::list::List;
use std::fmt::Write;

/// Most parts.
const MOST: usize = 4;

macro_rules! least {
    ($x:expr) => { $x + 1 };
}

pub fn is_short(name: &str) -> bool {
    let list = List::of(name);
    list.len() <= MOST && least!(0) < 2
}

pub fn other(name: &str) -> usize {
    let mut text = String::new();
    write!(text, "{name}").ok();
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn short() { assert!(is_short("a")); }
}
`;
const LIST = `/// Parts.
#[derive(Debug)]
pub struct List {
    parts: Vec<u8>,
}

impl List {
    pub fn of(name: &str) -> Self {
        Self { parts: name.bytes().collect() }
    }
    pub fn len(&self) -> usize { self.parts.len() }
    pub fn clear(&mut self) { self.parts.clear(); }
}

impl Drop for List {
    fn drop(&mut self) { self.clear(); }
}

pub struct Other;

impl Other {
    pub fn of() -> Self { Self }
}
`;

type Files = Readonly<Record<string, string>>;
const FILES: Files = { 'src/lib.rs': LIB, 'src/name.rs': NAME, 'src/list.rs': LIST };
const digestsOf = (files: Files) => new CrateDigests(parser, new Map(Object.entries(files)));

function symbolOf(name: string, files: Files): MappedSymbol {
  const place = { module: 'src/name.rs', rust_symbol: `name::${name}` };
  return {
    ...{ c_name: name, c_qname: name, c_file: 'name.c', start_line: 1, end_line: 4, ...place },
    ...{ signature: '', evidence: EQUAL, compared_rust: digestsOf(files).of(place) },
    ...{ remarks: [], updated_at: 'now' },
  };
}

/** How functions stand that were compared as `before`, once files are others. */
function standing(changed: Files, before: Files = FILES, mapped = ['is_short', 'other']) {
  const symbols = mapped.map((name) => symbolOf(name, before));
  const found = standingOfRust(symbols, digestsOf({ ...before, ...changed }));
  return Object.fromEntries(
    [...found].map(([name, one]) => [name, one.kind === 'changed' ? one.because : one.kind]),
  );
}

const SINCE = 'the Rust has changed since it was compared:';
const SAME = { is_short: 'same', other: 'same' };

test('a record has the function and what it uses, and no more', () => {
  expect(symbolOf('is_short', FILES).compared_rust).toEqual({
    'src/lib.rs': { 'mod list': expect.any(String), 'mod name': expect.any(String) },
    'src/list.rs': {
      'impl Drop for List': expect.any(String),
      'impl List > fn clear': expect.any(String),
      'impl List > fn len': expect.any(String),
      'impl List > fn of': expect.any(String),
      'type List': expect.any(String),
    },
    'src/name.rs': {
      'const MOST': expect.any(String),
      'fn is_short': expect.any(String),
      'macro least': expect.any(String),
      'use List': expect.any(String),
    },
  });
});

test.each<[string, string, string, string, string]>([
  ['the function', 'src/name.rs', '<= MOST', '< MOST', 'fn is_short in src/name.rs'],
  ['a constant', 'src/name.rs', '= 4', '= 5', 'const MOST in src/name.rs, which it uses'],
  ['a macro', 'src/name.rs', '$x + 1', '$x', 'macro least in src/name.rs, which it uses'],
  [
    'a method',
    'src/list.rs',
    '{ self.parts.len() }',
    '{ 1 }',
    'impl List > fn len in src/list.rs, which it uses',
  ],
  [
    'what a type implements',
    'src/list.rs',
    '{ self.clear(); }',
    '{}',
    'impl Drop for List in src/list.rs, which it uses',
  ],
  ['a type', 'src/list.rs', 'Vec<u8>', 'Box<[u8]>', 'type List in src/list.rs, which it uses'],
  [
    'what is derived',
    'src/list.rs',
    '(Debug)',
    '(Debug, Clone)',
    'type List in src/list.rs, which it uses',
  ],
  [
    'an import',
    'src/name.rs',
    'crate::list::List;',
    'crate::list::Other as List;',
    'use List in src/name.rs, which it uses',
  ],
  [
    'where a module is',
    'src/lib.rs',
    'pub mod list',
    '#[path = "name.rs"]\nmod list',
    'mod list in src/lib.rs, which it uses',
  ],
])('%s that has changed is named', (_, file, from, to, because) => {
  const found = standing({ [file]: (FILES[file] ?? '').replace(from, to) });
  expect(found).toEqual({ is_short: `${SINCE} ${because}`, other: expect.anything() });
});

test('comments, layout, visibility, tests, and items in another order change nothing', () => {
  expect(
    standing({
      'src/name.rs': NAME.replace('/// Most', '// At most')
        .replace('pub fn is_short', '#[must_use]\npub(crate) fn is_short')
        .replace('"a"', '"abcd"'),
      'src/list.rs': LIST.replace(/(pub fn len.*\n)( {4}pub fn clear.*\n)/, '$2\n$1'),
    }),
  ).toEqual(SAME);
});

test('code that comes and merely has names that occur changes nothing', () => {
  const more = `
impl Other {
    pub fn len(&self) -> usize { 0 }
    pub fn write(&self) {}
}
impl std::fmt::Display for Other {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("") }
}
impl List {
    pub fn bytes(&self) -> usize { self.len() }
}
impl Default for List {
    fn default() -> Self { Self { parts: Vec::new() } }
}
pub fn is_short() -> bool { true }
`;
  const name = '\nuse std::io::Read;\npub fn list() {}\npub fn name() {}\nconst LEAST: u8 = 1;\n';
  expect(
    standing({
      'src/lib.rs': `${LIB}pub mod more;\n`,
      'src/list.rs': LIST + more,
      'src/name.rs': NAME + name,
      'src/more.rs': 'pub fn text() {}\npub struct String;\n',
    }),
  ).toEqual(SAME);
});

test.each<[string, string, string]>([
  [
    'a name of the prelude',
    'src/name.rs',
    'struct String;\nimpl String { fn new() -> Self { Self } }',
  ],
  [
    'a macro of the library',
    'src/lib.rs',
    'macro_rules! write { ($($x:tt)*) => { Ok::<(), ()>(()) } }',
  ],
])('%s that has another meaning now is a change', (_, file, added) => {
  const found = standing({ [file]: `${added}\n${FILES[file]}` });
  expect(found['other']).toMatch(/, which is new, and may give what it uses another meaning/);
});

test.each<[string, string]>([
  ['that is dropped otherwise', 'impl Drop for Pile { fn drop(&mut self) { } }'],
  ['that gets a method which a trait gave it', 'impl Pile { fn clone(&self) -> Self { Self(2) } }'],
  [
    'that something else is read through',
    'impl std::ops::Deref for Pile { type Target = u8; fn deref(&self) -> &u8 { &self.0 } }',
  ],
])('a type %s is a change', (_, added) => {
  const text =
    '#[derive(Clone)]\npub struct Pile(u8);\npub fn top(pile: &Pile) -> u8 { pile.clone().0 }\n';
  const before = { 'src/lib.rs': 'pub mod name;\n', 'src/name.rs': text };
  const found = standing({ 'src/name.rs': `${text}${added}\n` }, before, ['top']);
  expect(found['top']).toMatch(new RegExp(`^${SINCE} impl .*, which is new`));
});

test('names of other modules that are there by a glob may be taken by those of its own', () => {
  const before = {
    'src/lib.rs': 'mod limits;\npub mod name;\n',
    'src/limits.rs': 'pub const MOST: u8 = 1;\n',
    'src/name.rs': 'use crate::limits::*;\npub fn top() -> u8 { MOST }\n',
  };
  const own = { 'src/name.rs': `${before['src/name.rs']}const MOST: u8 = 2;\n` };
  expect(standing(own, before, ['top'])['top']).toMatch(
    /const MOST in src\/name\.rs, which is new/,
  );
  const limits = { 'src/limits.rs': before['src/limits.rs'].replace('1', '2') };
  expect(standing(limits, before, ['top'])).toEqual({
    top: `${SINCE} const MOST in src/limits.rs, which it uses`,
  });
});

test('a constant that only a format names counts', () => {
  const text = 'const UNIT: &str = "B";\npub fn top() -> String { format!("1 {UNIT}") }\n';
  const before = { 'src/lib.rs': 'pub mod name;\n', 'src/name.rs': text };
  const found = standing({ 'src/name.rs': text.replace('"B"', '"kB"') }, before, ['top']);
  expect(found['top']).toContain('const UNIT');
});

test('of a function that a macro makes, and of a file that does not parse, all of the file counts', () => {
  const lib = { 'src/lib.rs': 'pub mod name;\n' };
  const made = 'macro_rules! make { ($n:ident) => { pub fn $n() -> u8 { 1 } } }\nmake!(top);\n';
  const odd = 'pub fn top() -> u8 { 1 }\npub fn }{\n';
  for (const text of [made, odd]) {
    const found = standing(
      { 'src/name.rs': text.replace('1', '2') },
      { ...lib, 'src/name.rs': text },
      ['top'],
    );
    expect(found['top']).toContain(SINCE);
  }
});

test('a function that is gone has changed; of records of earlier versions, and of what needs no Rust, nothing is said', () => {
  expect(standing({ 'src/name.rs': NAME.replaceAll('is_short', 'is_brief') })).toEqual({
    is_short: `${SINCE} fn is_short in src/name.rs`,
    other: 'same',
  });
  const { compared_rust: _, ...old } = symbolOf('is_short', FILES);
  const found = standingOfRust([old, { ...old, c_qname: 'free', rust_symbol: '' }], digestsOf({}));
  expect([...found]).toEqual([
    ['is_short', { kind: 'not known' }],
    ['free', { kind: 'same' }],
  ]);
});

test('a function stands by both sides', () => {
  const [same, unknown] = [{ kind: 'same' }, { kind: 'not known' }] as const;
  const changed = (because: string) => ({ kind: 'changed', because }) as const;
  const both = standingOfBoth(
    new Map<string, Standing>([
      ['a', same],
      ['b', same],
      ['c', changed('the C')],
      ['d', unknown],
    ]),
    new Map<string, Standing>([
      ['a', same],
      ['b', unknown],
      ['c', changed('the Rust')],
      ['d', changed('the Rust')],
    ]),
  );
  expect(Object.fromEntries(both)).toEqual({
    ...{ a: same, b: unknown, c: changed('the C; the Rust'), d: changed('the Rust') },
  });
});
