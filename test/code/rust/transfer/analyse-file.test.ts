import { describe, expect, test } from '@jest/globals';
import type { AnalysedFunction } from '../../../../src/code/rust/state/analysed-function.ts';
import { analyseRustFile } from '../../../../src/code/rust/transfer/analyse-file.ts';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../../src/code/syntax/syntax.ts';

const parser = await loadGrammars().parser('rust');

function factsOf(text: string, path = 'src/lib.rs') {
  return analyseRustFile(parseSyntax(parser, text), path);
}

function only(text: string): AnalysedFunction {
  const [first] = factsOf(text).functions;
  if (first === undefined) throw new Error('the text has no function');
  return first;
}

function callOf(text: string, name: string) {
  const call = only(text).events.calls.find((one) => one.name === name);
  if (call === undefined) throw new Error(`no call of ${name}`);
  return call;
}

describe('names', () => {
  test('resolves imports, renamed and nested', () => {
    const text = `use std::{fs, process::Command as Run};
fn f() { Run::new("ls"); fs::read("x"); }`;
    expect(only(text).events.calls.map((call) => call.path)).toEqual([
      'std::process::Command::new',
      'std::fs::read',
    ]);
  });

  test('keeps a shadowed variable apart from the one that shadows it', () => {
    const text = `fn f(x: Option<u8>) { if x.is_some() { let x: Option<u8> = g(); x.unwrap(); } }`;
    const call = callOf(text, 'unwrap');
    expect(call.facts.has('present', call.receiver?.place ?? '')).toBe(false);
  });
});

describe('which checks hold', () => {
  const present = (body: string): boolean => {
    const call = callOf(`fn f(x: Option<u8>, y: bool) -> u8 { ${body} }`, 'unwrap');
    return call.facts.has('present', call.receiver?.place ?? '');
  };

  test.each([
    'if x.is_some() { x.unwrap() } else { 0 }',
    'if x.is_none() { return 0; } x.unwrap()',
    'if x.is_none() || y { return 0; } x.unwrap()',
    'if y && x.is_some() { x.unwrap() } else { 0 }',
    'match x { Some(_) => x.unwrap(), None => 0 }',
    'match x { None => 0, _ => x.unwrap() }',
    'let Some(_) = x else { return 0 }; x.unwrap()',
    'assert!(x.is_some()); x.unwrap()',
    'let known = x.is_some(); if known { x.unwrap() } else { 0 }',
    'match x.is_some() { true => x.unwrap(), false => 0 }',
    'if !x.is_some() { panic!("none") } x.as_ref().copied().unwrap()',
  ])('holds: %s', (body) => {
    expect(present(body)).toBe(true);
  });

  test.each([
    'if x.is_some() { g(); } x.unwrap()',
    'if y || x.is_some() { x.unwrap() } else { 0 }',
    'if x.is_none() { g(); } x.unwrap()',
    'if x.is_none() && y { return 0; } x.unwrap()',
    'match x { Some(_) => 0, None => x.unwrap() }',
    'debug_assert!(x.is_some()); x.unwrap()',
    'if x.is_some() { let mut x = x; x.take(); x.unwrap() } else { 0 }',
  ])('does not hold: %s', (body) => {
    expect(present(body)).toBe(false);
  });

  test('forgets in a loop what a round may change', () => {
    const text = `fn f(mut x: Option<u8>) { if x.is_some() { loop { x.unwrap(); x = None; } } }`;
    const call = callOf(text, 'unwrap');
    expect(call.facts.has('present', call.receiver?.place ?? '')).toBe(false);
  });
});

describe('where values come from', () => {
  const kindAt = (text: string, name: string, index = 0) =>
    callOf(text, name).arguments[index]?.taint?.kind;

  test('follows text through variables, formatting and growing', () => {
    const text = `fn f() {
      let name = std::env::args().nth(1).unwrap();
      let mut path = String::from("/srv/");
      path.push_str(&name);
      let full = format!("{path}.txt");
      sink(&full);
    }`;
    expect(kindAt(text, 'sink')).toBe('arguments');
  });

  test('follows what is read into a buffer', () => {
    const text = `fn f() { let mut line = String::new(); std::io::stdin().read_line(&mut line); sink(line.trim()); }`;
    expect(kindAt(text, 'sink')).toBe('stdin');
  });

  test('joins the ways of a branching', () => {
    const text = `fn f(x: bool) { let mut s = String::new(); if x { s = std::env::args().nth(1).unwrap(); } else { s = String::new(); } sink(s); }`;
    expect(kindAt(text, 'sink')).toBe('arguments');
  });

  test.each([
    ['an allow-list', 'if !["a", "b"].contains(&x) { return; } sink(x);'],
    ['a character check', 'if !x.chars().all(|c| c.is_alphanumeric()) { return; } sink(x);'],
    ['a conversion to a number', 'let n: u32 = x.len() as u32; sink(n);'],
    ['its file name', 'let n = std::path::Path::new(x).file_name(); sink(n);'],
  ])('loses it after %s', (_what, body) => {
    expect(kindAt(`fn f(x: &str) { ${body} }`, 'sink')).toBeUndefined();
  });

  test('crosses functions of the file, with the way it took', () => {
    const text = `fn run(text: &str) { sink(text); }
fn main() { let x = std::env::args().nth(1).unwrap(); run(&x); }`;
    const taint = callOf(text, 'sink').arguments[0]?.taint;
    expect(taint?.kind).toBe('arguments');
    expect(taint?.last.message).toBe('it is passed to run');
    expect(taint?.last.function).toBe('main');
  });
});

describe('locks', () => {
  const heldAtAwait = (body: string): number =>
    only(`async fn f(m: &std::sync::Mutex<u8>) { ${body} }`).events.awaits.at(-1)?.guards.length ??
    -1;

  test.each([
    ['held by a variable', 'let g = m.lock().unwrap(); h().await;', 1],
    ['dropped before', 'let g = m.lock().unwrap(); drop(g); h().await;', 0],
    ['in a block that has ended', '{ let g = m.lock().unwrap(); } h().await;', 0],
    ['a temporary that is gone', 'let v = *m.lock().unwrap(); h().await;', 0],
    ['held by a match', 'match m.lock().unwrap().get() { _ => h().await }', 1],
  ])('%s', (_what, body, guards) => {
    expect(heldAtAwait(body)).toBe(guards);
  });
});

describe('items', () => {
  test('tells tests, owners and modifiers', () => {
    const { file } = factsOf(`
struct Pair(*const u8, u8);
impl Pair { pub unsafe extern "C" fn get(&mut self) -> u8 { self.1 } }
#[cfg(test)]
mod tests { #[test] async fn works() {} }
#[cfg(not(test))]
mod real { fn other() {} }`);
    expect(
      file.functions.map(({ name, owner, abi, isUnsafe, isPublic, isTest, isAsync }) => [
        name,
        owner,
        abi,
        isUnsafe,
        isPublic,
        isTest,
        isAsync,
      ]),
    ).toEqual([
      ['get', 'Pair', 'C', true, true, false, false],
      ['works', '', '', false, false, true, true],
      ['other', '', '', false, false, false, false],
    ]);
    expect(file.structNamed('Pair')?.fields.map((field) => field.type.kind)).toEqual([
      'pointer',
      'named',
    ]);
  });

  test.each([
    ['src/lib.rs', 'production'],
    ['tests/all.rs', 'test'],
    ['crates/a/examples/b.rs', 'example'],
    ['build.rs', 'build'],
  ])('%s is %s', (path, context) => {
    expect(factsOf('', path).file.context).toBe(context);
  });
});

test('calls among the arguments of macros are recorded behind any sign, and with types', () => {
  const { functions } = factsOf(`
    fn f(a: u8) {
      check!(a & one(a), |b| two(b), { c => three::<u8>(c) }, a.four::<Vec<u8>>(1), Five::default());
    }
  `);
  const names = functions.flatMap(({ events }) => events.calls.map(({ name }) => name));
  expect(names).toEqual(['one', 'two', 'three', 'four', 'default']);
});

test('values of constants that call something are functions without parameters', () => {
  const { functions } = factsOf('const A: u8 = 1;\nstatic B: u8 = make(A);\n');
  expect(functions.map(({ fn }) => fn.name)).toEqual(['B']);
});

test('a field with an attribute has its value', () => {
  const { functions } = factsOf('fn f(s: &str) -> S { S { #[cfg(unix)] text: s } }\n');
  expect(functions[0]?.events.initialisers[0]?.value.taint?.kind).toBe('parameter');
});
