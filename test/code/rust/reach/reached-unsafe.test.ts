import { expect, test } from '@jest/globals';
import { reachedUnsafe } from '../../../../src/code/rust/reach/reached-unsafe.ts';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';

const TEXTS = new Map([
  ['src/lib.rs', '#![deny(unsafe_op_in_unsafe_fn)]\npub mod bits;\npub mod text;\n'],
  [
    'src/bits.rs',
    `pub struct Bits { words: Vec<u64> }
impl Bits {
    /// No unsafe here.
    pub fn get(&self, at: usize) -> u64 { self.words[at] + read(&self.words) }
    pub fn len(&self) -> usize { self.words.len() }
}
impl Drop for Bits {
    fn drop(&mut self) { crate::text::wipe(&mut self.words) }
}
fn read(words: &[u64]) -> u64 { unsafe { *words.as_ptr() } }
`,
  ],
  [
    'src/text.rs',
    `pub fn shout(text: &str) -> String { format!("unsafe {}", text.to_uppercase()) }
pub fn wipe(words: &mut Vec<u64>) { unsafe { words.set_len(0) } }
pub unsafe fn raw(at: *const u8) -> u8 { *at }
`,
  ],
]);

async function reached(...functions: string[]) {
  return reachedUnsafe(await loadGrammars().parser('rust'), TEXTS, functions);
}

const READ = 'fn read in src/bits.rs';
const WIPE = 'fn wipe in src/text.rs';

test('is what names lead to, also by what is dropped', async () => {
  expect(await reached('bits::Bits::get')).toEqual([READ, WIPE]);
  expect(await reached('bits::Bits::len')).toEqual([WIPE]);
  expect(await reached('text::raw')).toEqual(['fn raw in src/text.rs']);
});

test('is nothing where the word stands in a text or a comment', async () => {
  expect(await reached('text::shout')).toEqual([]);
});

test('is all of it from a function that is not found', async () => {
  expect(await reached('text::gone')).toEqual(['fn raw in src/text.rs', READ, WIPE]);
});
