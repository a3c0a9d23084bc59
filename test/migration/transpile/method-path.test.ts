import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { crateItems } from '../../../src/migration/crate/item-changes.ts';
import { withPathOfType } from '../../../src/migration/transpile/method-path.ts';

const parser = await loadGrammars().parser('rust');
const items = crateItems(
  parser,
  new Map([
    ['src/big.rs', 'pub mod sums;\npub struct Big;\npub mod inner { pub struct Deep; }\n'],
    ['src/big/sums.rs', 'use super::Big;\nstruct Carry;\n'],
    ['src/one.rs', 'pub struct Twice;\n'],
    ['src/two.rs', 'pub struct Twice;\n'],
  ]),
);

test.each([
  ['src/big/sums.rs', 'big::sums::Big::add', 'big::Big::add'],
  ['src/big/sums.rs', 'big::Big::add', 'big::Big::add'],
  ['src/big/sums.rs', 'big::inner::Deep::add', 'big::inner::Deep::add'],
  ['src/big/sums.rs', 'big::sums::Deep::add', 'big::inner::Deep::add'],
  ['src/big/sums.rs', 'big::sums::Carry::add', 'big::sums::Carry::add'],
  ['src/big/sums.rs', 'big::sums::add', 'big::sums::add'],
  ['src/big.rs', 'big::Big::add', 'big::Big::add'],
  ['src/two.rs', 'two::Twice::add', 'two::Twice::add'],
  ['src/big.rs', 'big::Twice::add', 'big::Twice::add'],
])('in %s, %s is %s', (file, rust, path) => {
  expect(withPathOfType({ file, rust }, items).rust).toBe(path);
});
