import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { standingOf } from '../../../src/migration/complete/stands-for.ts';
import { crateItems } from '../../../src/migration/crate/item-changes.ts';
import type { MigrationStep } from '../../../src/migration/steps/step.ts';

const RUST = `
impl BigInt {
    pub fn inc(&mut self) { unimplemented!() }
    pub fn new() -> Self { unimplemented!() }
    pub fn r#mod(&self) -> Self { unimplemented!() }
}
impl PartialEq for BigInt {
    fn eq(&self, other: &Self) -> bool { unimplemented!() }
}
pub fn insert() { unimplemented!() }
pub fn bigint_pow() { unimplemented!() }
`;

test.each([
  ['inc', 'bigint_inc', 'open'],
  ['inc', 'counter_inc', 'beside'],
  ['inc', 'big_int_inc', 'open'],
  ['new', 'reader_new', 'beside'],
  ['r#mod', 'bigint_mod', 'open'],
  ['eq', 'bigint_eq', 'open'],
  ['insert', 'vec_insert_', 'open'],
  ['insert', 'list_insert', 'beside'],
  ['bigint_pow', 'bigint_pow', 'open'],
  ['bigint_pow', 'bigint_fast_pow', 'beside'],
] as const)('whether %s is named after %s: %s', async (name, c, kind) => {
  const parser = await loadGrammars().parser('rust');
  const items = [...crateItems(parser, new Map([['src/vec.rs', RUST]])).values()];
  const item = items.find((one) => one.item.name.replace('r#', '') === name.replace('r#', ''));
  if (item === undefined) throw new Error(`no ${name} in ${items.map((one) => one.item.name)}`);
  const source = { name: c, file: 'a.c', startLine: 1, endLine: 1, signature: '', text: '' };
  const step: MigrationStep = {
    functions: [
      ...[
        { ...source, returnsVoid: true, context: '', callers: '', callees: [], libraryCalls: [] },
      ],
    ],
  };
  const standing = standingOf(item, { steps: [step], mapped: [], blocked: [] });
  expect(standing.kind).toBe(kind);
});
