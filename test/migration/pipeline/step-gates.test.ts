import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { gateSettingsSchema } from '../../../src/migration/gates/gate-settings.ts';
import { stepGates } from '../../../src/migration/pipeline/step-gates.ts';

const GIVEN = `use std::ptr::NonNull;
pub struct Ring {
    memory: NonNull<u8>,
}
pub fn count() -> usize {
    unimplemented!()
}
`;

async function faults(before: string, after: string): Promise<readonly string[]> {
  const grammars = loadGrammars();
  const parsers = { rust: await grammars.parser('rust'), c: await grammars.parser('c') };
  const files = (text: string) => new Map([['src/ring.rs', text]]);
  return stepGates(parsers, gateSettingsSchema.parse({})).faults(files(before), files(after));
}

test('gates hold nothing against a step that was there before it, on whatever line', async () => {
  const written = `//! A ring.\n${GIVEN.replace('unimplemented!()', '1')}`;
  expect(await faults(GIVEN, written)).toEqual([]);
});

test('gates hold against it what it brings, and name that alone', async () => {
  const more = `${GIVEN}pub fn none() -> NonNull<u8> {\n    NonNull::dangling()\n}\n`;
  expect(await faults(GIVEN, more)).toEqual([
    'raw pointers: NonNull, which makes raw pointers (and 1 more) (src/ring.rs:8)',
  ]);
  const other = GIVEN.replace('unimplemented!()', '{ let p: *const u8 = std::ptr::null(); 1 }');
  expect(await faults(GIVEN, other)).toEqual([
    expect.stringMatching(/^raw pointers: the raw pointer type \*const u8 .*ring\.rs:6\)$/),
  ]);
});
