import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { scopeProblem } from '../../../src/migration/transpile/apply-answer.ts';

const parser = await loadGrammars().parser('rust');
const BEFORE = `pub struct State { pub size: usize, bits: Vec<u8> }
impl Default for State {
    fn default() -> Self { Self { size: 0, bits: Vec::new() } }
}
pub enum Refusal { Empty, Bad(u8) }
impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Self::Empty => write!(f, "empty"),
            Self::Bad(byte) => { write!(f, "bad {byte}") }
        }
    }
}
pub fn is_final(refusal: &Refusal) -> bool {
    match refusal {
        Refusal::Empty => true,
        Refusal::Bad(_) => false,
    }
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
  return judgedWith([], edits);
}

/** @param keptTests tests that say what the C does, by file and path */
function judgedWith(
  keptTests: readonly string[],
  edits: readonly (readonly [string, string])[],
): string | undefined {
  const next = edits.reduce((text, [from, to]) => text.replace(from, to), BEFORE);
  const crate = (text: string) => new Map([['src/lib.rs', text]]);
  return scopeProblem({ base: crate(BEFORE), last: crate(BEFORE), next: crate(next) }, parser, {
    functions: ['push'],
    hasInterface: false,
    keptTests: new Set(keptTests),
    own: new Set(),
  });
}

test('a struct may grow, and so may its literals in other functions and tests', () => {
  expect(judged(FIELD)).toBeUndefined();
  expect(judged(FIELD, VALUE, TEST)).toBeUndefined();
  expect(judged(FIELD, ['Self { size: 0,', 'Self { live: [0; 2], size: 0,'])).toBeUndefined();
});

test('a test that says what the C does gets the first values of new fields, and nothing else', () => {
  const kept = ['src/lib.rs mod tests > fn doubles'];
  expect(judgedWith(kept, [FIELD, VALUE, TEST])).toBeUndefined();
  const other = ['size: 2, bits: vec![] }', 'size: 3, bits: vec![], live: [1, 2] }'] as const;
  expect(judgedWith(kept, [FIELD, VALUE, other])).toContain('fn doubles');
});

const VARIANT = ['Bad(u8) }', 'Bad(u8), Full }'] as const;
const ARM = ['Self::Empty =>', 'Self::Full => write!(f, "full"), Self::Empty =>'] as const;

test('an enum may grow, and so may each match on it in other functions', () => {
  expect(judged(VARIANT)).toBeUndefined();
  expect(judged(VARIANT, ARM)).toBeUndefined();
  const last = ['bad {byte}") }', 'bad {byte}") }, Self::Full => write!(f, "full")'] as const;
  expect(judged(VARIANT, last)).toBeUndefined();
  expect(judged(VARIANT, ARM, ['Refusal::Empty =>', 'Refusal::Empty | Refusal::Full =>'])).toBe(
    undefined,
  );
  expect(
    judged(
      ['Bad(u8) }', 'Bad(u8), Full { at: usize }, Shut }'],
      ['Refusal::Bad(_) =>', 'Refusal::Full { .. } | Refusal::Shut => true, Refusal::Bad(_) =>'],
    ),
  ).toBeUndefined();
});

test.each([
  ['an arm where nothing grows', [ARM]],
  ['an arm of an old variant', [VARIANT, ['"empty"', '"none"']]],
  ['an arm for all others', [VARIANT, ['Refusal::Bad(_) =>', '_ =>']]],
  [
    'an arm for an old variant before it',
    [VARIANT, ['Refusal::Empty => true', 'Refusal::Empty | Refusal::Full => false']],
  ],
  ['an enum whose other variants change', [['Bad(u8) }', 'Bad(u16), Full }'], ARM]],
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
