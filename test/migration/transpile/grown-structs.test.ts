import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { scopeProblem } from '../../../src/migration/transpile/apply-answer.ts';

const parser = await loadGrammars().parser('rust');
const BEFORE = `pub struct State { pub size: usize, bits: Vec<u8> }
impl Default for State {
    fn default() -> Self { Self { size: 0, bits: Vec::new() } }
}
pub fn twice(state: &State) -> usize { state.size * 2 }
#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn doubles() { assert_eq!(twice(&State { size: 2, bits: vec![] }), 4); }
}
`;
const FIELD = ['bits: Vec<u8> }', 'bits: Vec<u8>, live: [u32; 2] }'] as const;
const VALUE = ['bits: Vec::new() }', 'bits: Vec::new(), live: [0; 2] }'] as const;
const TEST = ['bits: vec![] }', 'bits: vec![], live: [1, 2] }'] as const;

/** What is wrong with replacing texts by others. */
function judged(...edits: readonly (readonly [string, string])[]): string | undefined {
  const next = edits.reduce((text, [from, to]) => text.replace(from, to), BEFORE);
  const crate = (text: string) => new Map([['src/lib.rs', text]]);
  return scopeProblem({ base: crate(BEFORE), last: crate(BEFORE), next: crate(next) }, parser, {
    functions: ['push'],
    hasInterface: false,
    keptTests: new Set(),
    own: new Set(),
  });
}

test('a struct may grow, and so may its literals in other functions and tests', () => {
  expect(judged(FIELD)).toBeUndefined();
  expect(judged(FIELD, VALUE, TEST)).toBeUndefined();
  expect(judged(FIELD, ['Self { size: 0,', 'Self { live: [0; 2], size: 0,'])).toBeUndefined();
});

test.each([
  [
    'another value',
    [FIELD, ['size: 0, bits: Vec::new() }', 'size: 1, bits: Vec::new(), live: [0; 2] }']],
  ],
  [
    'a value that does work',
    [FIELD, ['bits: Vec::new() }', 'bits: Vec::new(), live: { run(); [0; 2] } }']],
  ],
  ['a literal of a struct that does not grow', [VALUE]],
  [
    'a struct whose other fields change',
    [['bits: Vec<u8> }', 'bits: Vec<u16>, live: [u32; 2] }'], VALUE],
  ],
  ['an assertion', [FIELD, TEST, [', 4)', ', 5)']]],
  ['other code', [FIELD, ['state.size * 2', 'state.size * 3']]],
] as const)('%s belongs to the earlier function', (_name, edits) => {
  expect(judged(...edits)).toContain('belongs to an earlier function');
});
