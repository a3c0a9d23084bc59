import { expect, test } from '@jest/globals';
import { rustAccountOf } from '../../../../src/code/rust/account/account.ts';
import { withMacros } from '../../../../src/code/rust/macros/read-macros.ts';
import { analyseRustFile } from '../../../../src/code/rust/transfer/analyse-file.ts';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';

const GRAMMARS = loadGrammars();

async function account(text: string) {
  const tree = withMacros(await GRAMMARS.tree('rust', text), await GRAMMARS.parser('rust'));
  const facts = analyseRustFile(tree, 'src/lib.rs');
  return rustAccountOf(facts);
}

/** The words that were not followed, each with the reason. */
async function unfollowed(text: string) {
  const found = (await account(text)).unfollowed;
  return found.map(({ start, end, reason }) => `${reason} ${text.slice(start, end)}`);
}

/** Ways to write Rust, each of which is followed whole. */
const RUST: Readonly<Record<string, string>> = {
  'functions in functions, and in blocks of methods': `
impl<T: Copy> Trait for S<T> where T: Other<Item = u8> {
  const LIMIT: Box<dyn Fn(u8) -> u8> = make(|x| x + 1);
  fn f<const N: usize>(&self, x: [u8; N]) -> Kind<{ N }> {
    fn inner(a: &str) -> u8 { a.len() as u8 }
    struct Local { a: u8 }
    impl Local { fn get(&self) -> u8 { self.a } }
    use std::fs;
    inner("x") + Local { a: 1 }.get()
  }
}
trait Trait { fn g(&self); fn h(&self) -> u8 { 3 } }\n`,
  'values of constants and statics': `
const A: usize = 3 * (B + 1);
static TABLE: [&str; 2] = ["a", concat!("b", "c")];
static mut HANDLER: Option<fn(u8) -> u8> = None;
const MADE: Text<'static> = Text::of(br#"x"#, b'\\'', '\\u{1F600}');
static LAZY: Lazy<u8> = Lazy::new(|| { let x = read(); x });\n`,
  'patterns, and conditions of a match': `
fn f(x: Shape) -> u8 {
  let S { a, b: Some(c), .. } = x else { return 0 };
  match a {
    Kind::One | Kind::Two if check(c) => 1,
    ref k @ 1..=4 => *k,
    #[cfg(unix)] Kind::Three { inner: (first, _), ref rest } => first + rest.sum::<u8>(),
    b"x" | 'y' | -3 => { 0 }
    _ => unreachable!(),
  }
}\n`,
  'control flow': `
async unsafe fn f<'a>(list: &'a mut [u8]) -> Result<u8, Error> {
  'outer: loop { while let Some(x) = next().await? { if x > 1 && let Some(y) = x.get(0..=2) { break 'outer; } } }
  for (i, each) in list.iter_mut().enumerate() { *each += (i as u8) << 2; continue; }
  let g = async move { unsafe { *list.as_ptr().add(1) } };
  let h = move |a: u8, (b, _): (u8, u8)| -> u8 { a ^ b };
  let r = &raw const list;
  let t = (h(1, (2, 3)), [0u8; 16], S { a, ..S::default() }, x.0.1, const { 1 + 2 });
  Ok(if t.0 == 1_000 { 1.5e-3 as u8 } else if !done { return Err(e) } else { !1 })
}\n`,
  'the body of a macro that is code': `
macro_rules! m {
  (a $b:expr) => { fn c() { d($b) } };
  ($(#[$m:meta])* $v:vis fn $n:ident($($a:ident: $t:ty),* $(,)?) $(-> $r:ty)?) => {
    $(#[$m])* $v fn $n($($a: $t),*) $(-> $r)? { $( check($a); )* let x = [$($a),*]; x.len() }
  };
}\n`,
  'a field with an attribute': 'fn f() -> S { S { #[cfg(a)] id, #[cfg(b)] size: n(), } }\n',
  'arguments of macros': `
fn f(map: &Map, x: u8) {
  assert_eq!(map.get::<str>("a").unwrap().0 & x, Some(1) | K::default(), "{} {x:?}", self::y(), x = 3);
  vec![u8::MAX as usize; Vec::<u8>::with_capacity(2).len()];
  select! { r = a.read(&mut b) => { if r? > 3 { log(r) } } _ = sleep(1) => unsafe { stop() } };
  println!("{0}", map.iter().map(|(a, b)| a.cmp(b)).collect::<Vec<_>>().len() + x!(y) << 3);
}\n`,
  'lifetimes, characters and comments of comments':
    "fn f<'a>(x: &'a str) -> char { /* /* fn g( { */ } */ // }\n 'l: loop { break 'l; } '{' }\n",
};

test.each(Object.entries(RUST))('%s are followed whole', async (_, text) => {
  expect(await unfollowed(text)).toEqual([]);
});

test('what is followed and what is not are all that there is', async () => {
  const {
    followed,
    unfollowed: left,
    lines,
    unfollowedLines,
  } = await account(
    'fn f() {\n  g(1);\n}\nmacro_rules! m {\n  ($($e:expr, $o:tt)*) => { $($e $o h())* }\n}\nconst X: u8 = 2;\n',
  );
  expect([followed, left.length, lines, unfollowedLines]).toEqual([3, 1, 3, 1]);
});

test.each([
  [
    'the body of a macro that is no code before it is expanded',
    'macro_rules! m { ($($a:expr, $b:tt)*) => { fn c() { $($a $b d())* } }; }',
    ['c', 'd'],
  ],
  ['the body of a macro of the other kind', 'macro m($a:expr) { b($a) }', ['b']],
  [
    'nothing, where a macro only passes its argument on',
    'macro_rules! m { ($a:expr) => { $a }; }',
    [],
  ],
])('%s is told apart', async (_, text, words) => {
  expect(await unfollowed(`${text}\n`)).toEqual(words.map((word) => `macro ${word}`));
});

test('functions and values that a macro makes items of are not followed', async () => {
  const text = `thread_local! { static A: Cell<u8> = const { Cell::new(1) }; }
make! { fn f(x: u8) -> u8 { g(x) } }
bitflags! { struct S: u8 { const B = 1; } }
`;
  expect(await unfollowed(text)).toEqual([
    ...['Cell', 'new', '1', 'g', 'x'].map((word) => `items ${word}`),
  ]);
});

test('what does not parse is not followed, nor what stands beside it', async () => {
  expect(await unfollowed('fn f() {\n  let a = str!["x"];\n  g(b);\n}\n')).toEqual([
    'unparsed "x"',
  ]);
});

test('code below a cut is not followed', async () => {
  const text = `fn f(a: i32) -> i32 { ${'('.repeat(3000)}g(a)${')'.repeat(3000)} }\n`;
  expect(await unfollowed(text)).toEqual(['unread g', 'unread a']);
});
