import { describe, expect, test } from '@jest/globals';
import { NO_PROJECT } from '../../../src/code/flow/project/project-knowledge.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { analyseFile } from '../../../src/security/scan/analyse-file.ts';

const GRAMMARS = loadGrammars();

async function notes(path: string, text: string) {
  return (await analyseFile(path, text, GRAMMARS, NO_PROJECT)).notes;
}

/** An expression that nests deeper than the analysis follows. */
function deep(core: string): string {
  return `${'('.repeat(3000)}${core}${')'.repeat(3000)}`;
}

/** The note of the account about lines whose code is below the cut. */
function unfollowed(lines: string) {
  return expect.objectContaining({
    reason: expect.stringMatching(new RegExp(`^code at ${lines} could not`)),
    failed: true,
  });
}

/** The same of Rust. */
function unread(line: string) {
  return expect.objectContaining({
    reason: expect.stringMatching(new RegExp(`^code at ${line} was not followed`)),
    failed: true,
  });
}

test('a text that the parser was stopped at is a failure', async () => {
  const text = `int f(void) { return 1; }\n${'a::<'.repeat(10_000)}\n`;
  expect(await notes('a.cpp', text)).toContainEqual({
    reason: 'the parser was stopped: the text has too many readings',
    failed: true,
  });
});

describe('nesting too deep to follow', () => {
  test('in the value of a constant the line is named, as code that was not examined', async () => {
    const outside = { reason: expect.stringContaining('outside of every function'), failed: false };
    const text = `int f(void) { return 1; }\nint x = ${deep('1')};\nint g(void) { return 2; }\n`;
    expect(await notes('a.c', text)).toEqual([outside, unfollowed('line 2')]);
    const rust = `fn f() {}\nconst X: i32 = ${deep('1')};\n`;
    expect(await notes('a.rs', rust)).toEqual([outside, unread('line 2')]);
  });

  test('is a failure in a function', async () => {
    const failure = { reason: 'nesting at line 3 is too deep to follow', failed: true };
    const constant = `int x = ${deep('1')};\n`;
    const text = `${constant}int f(int a) {\n  return ${deep('a')};\n}\n`;
    expect(await notes('a.c', text)).toEqual([failure, unfollowed('lines 1, 3')]);
    const rust = `\nfn f(a: i32) -> i32 {\n  ${deep('a')}\n}\n`;
    expect(await notes('a.rs', rust)).toEqual([failure, unread('line 3')]);
  });

  test('is a failure where it may hide a function', async () => {
    const spaces = `${'namespace a {'.repeat(500)}int f() { return 1; }${'}'.repeat(500)}\n`;
    expect(await notes('a.cpp', spaces)).toEqual([
      { reason: 'nesting at line 1 is too deep to follow', failed: true },
    ]);
    const block = `int x = ${deep('({ f(); })')};\n`;
    expect(await notes('a.c', block)).toEqual([
      { reason: 'nesting at line 1 is too deep to follow', failed: true },
      unfollowed('line 1'),
    ]);
  });

  test('says nothing of an ordinary file', async () => {
    expect(await notes('a.c', 'int f(int a) { return ((a)); }\n')).toEqual([]);
  });
});
