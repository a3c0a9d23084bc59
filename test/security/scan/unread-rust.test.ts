import { expect, test } from '@jest/globals';
import { NO_PROJECT } from '../../../src/code/flow/project/project-knowledge.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { analyseFile } from '../../../src/security/scan/analyse-file.ts';

const GRAMMARS = loadGrammars();

/** What is said of a file: whether it fails the run, and the lines. */
async function said(text: string) {
  const { notes } = await analyseFile('a.rs', text, GRAMMARS, NO_PROJECT);
  return notes
    .filter(({ reason }) => reason.includes('could not be read as Rust'))
    .map(({ failed, lines }) => [failed, lines?.map(({ first, last }) => `${first}-${last}`)]);
}

test.each([
  ['an operand that is missing', 'fn main() { let x = ; }\n', ['1-1']],
  ['a function that does not end', 'fn f() {}\nfn main() {\n  let x = 1;\n', ['2-3']],
  ['parameters that do not end', 'fn f() {}\nfn g( {\n', ['2-2']],
  ['a bracket too many', 'fn f() {}\n}\nfn g() {}\n', ['2-2']],
  ['a semicolon that is missing', 'fn f() {\n  let x = 1\n  let y = 2;\n}\n', ['2-2']],
  ['a comma that is missing in all that there is', 'struct S { a: u8 b: u8 }\n', ['1-1']],
  ['no Rust at all', 'hello world\n', ['1-1']],
  ['C', 'int f(char *p) { return *p; }\n', ['1-1']],
  ['a comment that does not end', 'fn f() {}\n/* a /* b */\nfn g() {}\n', ['2-4']],
  ['a statement outside of functions', 'fn f() {}\nlet x = 1;\nif y { f(); }\n', ['2-3']],
  ['a call outside of functions', 'use a::b;\n\nb::new("sh").spawn();\n', ['3-3']],
  ['no function', 'fn f() {}\nfn g { let p = 1; }\n', ['2-2']],
])('%s fails the run', async (_, text, lines) => {
  expect(await said(text)).toEqual([[true, lines]]);
});

test.each([
  ['an old macro', 'fn f() {\n  let x = try!(g());\n}\n', ['2-2']],
  ['a newer block', 'unsafe extern "C" {\n  fn g();\n}\nfn f() {}\n', ['1-1']],
  ['a reference to `raw`', 'fn f(raw: &[u8]) {\n  g(&raw[..]);\n}\n', ['2-2']],
])('%s that the grammar does not know is named', async (_, text, lines) => {
  expect(await said(text)).toEqual([[false, lines]]);
});

test.each([
  [
    'brackets in texts, comments and characters',
    'fn f() { g("{", \'(\', b\'[\', r#"}"#); /* /* { */ ( */ } // {\n',
  ],
  ['macros that make items', 'lazy_static! { static ref A: u8 = 1; }\nm!(a, b);\nfn f() {}\n'],
  ['a value that another file includes', '{ let a = 1; a + 1 }\n'],
  ['lifetimes', "fn f<'a, 'b>(x: &'a [u8], y: &'b str) -> &'a [u8] { 'l: loop { break 'l; } x }\n"],
  [
    'tokens of macros',
    'macro_rules! m { ($) => { 1 }; [~] => { fn }; }\nfn f() { m!(= ; ~ fn); }\n',
  ],
])('of %s nothing is said', async (_, text) => {
  expect(await said(text)).toEqual([]);
});
