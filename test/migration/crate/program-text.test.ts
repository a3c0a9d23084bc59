import { expect, test } from '@jest/globals';
import {
  isProgramText,
  type Program,
  programCall,
  programText,
} from '../../../src/migration/crate/program-text.ts';

test.each([
  ['pub fn run() -> i32', { takes: 'none', owns: true }],
  ['pub fn run(args: &[OsString]) -> i32', { takes: 'os strings', owns: false }],
  ['pub fn run(mut args: Vec<std::ffi::OsString>,) -> i32', { takes: 'os strings', owns: true }],
  ['pub fn r#match(\n    _args: &[String],\n) -> i32', { takes: 'strings', owns: false }],
  ['pub fn run(args: Vec<String>) -> i32', { takes: 'strings', owns: true }],
])('%s is called by a program', (signature, call) => {
  expect(programCall(signature)).toEqual(call);
});

test.each([
  'pub(crate) fn run() -> i32',
  'pub fn run() -> u8',
  'pub fn run()',
  'pub fn run() -> Result<i32, Error>',
  'pub fn run(args: &[&str]) -> i32',
  'pub fn run(args: &mut [OsString]) -> i32',
  'pub fn run(args: &[OsString], level: u32) -> i32',
  'pub fn run<T>(args: &[OsString]) -> i32',
])('%s is not', (signature) => {
  expect(programCall(signature)).toBeUndefined();
});

test('a text is a program where it does nothing else, whatever its layout', () => {
  const all = (['none', 'os strings', 'strings'] as const).flatMap((takes): Program[] =>
    [true, false].map((owns) => ({
      ...{ cFile: 'src/a b.c', library: 'tool', rust: 'deep::er::run', takes },
      owns: owns || takes === 'none',
    })),
  );
  for (const program of all) {
    const text = programText(program);
    expect([isProgramText(text), isProgramText(text, 'src/a b.c')]).toEqual([true, true]);
    expect(isProgramText(text, 'src/a.c')).toBe(false);
    const broken = text.replace(
      /std::process::exit\((.*)\);/,
      'std::process::exit(\n        $1,\n    );',
    );
    expect(isProgramText(broken)).toBe(true);
    expect(isProgramText(text.replace('exit(', 'exit(1 + '))).toBe(false);
  }
});
