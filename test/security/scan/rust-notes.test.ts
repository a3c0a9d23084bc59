import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NO_PROJECT } from '../../../src/code/flow/project/project-knowledge.ts';
import { analyseRustFile } from '../../../src/code/rust/transfer/analyse-file.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { analyseFile } from '../../../src/security/scan/analyse-file.ts';
import { rustAccountNotes } from '../../../src/security/scan/rust-notes.ts';

const GRAMMARS = loadGrammars();

async function notes(text: string) {
  return (await analyseFile('src/lib.rs', text, GRAMMARS, NO_PROJECT)).notes;
}

test('bodies of macros, and functions and values that macros make items of, are named with their lines', async () => {
  const text = `macro_rules! twice {
  ($($a:expr, $op:tt)*) => {
    $( $a $op double($a) )*
  };
  ($a:expr, as it is) => { $a };
}
thread_local! {
  static SEED: Cell<u8> = const { Cell::new(1) };
}
bitflags! { struct S: u8 { const B = 1; } }
ast! { struct F { token: Token![fn], call: unsafe fn(u8) -> u8 } }
fn f() { twice!(1, as it is); }
`;
  expect(await notes(text)).toEqual([
    {
      reason: 'code at lines 7-9 is what a macro makes items of, and was not examined',
      failed: false,
      lines: [{ first: 7, last: 9 }],
    },
    {
      reason: 'code at lines 2-4 is the body of a macro, and was not examined',
      failed: false,
      lines: [{ first: 2, last: 4 }],
    },
  ]);
});

test('a line is named once, and one that nothing explains fails the run', async () => {
  const text = 'fn f() {\n  a;\n  b;\n  c;\n}\n';
  const tree = await GRAMMARS.tree('rust', text);
  const unfollowed = ['a', 'b', 'c'].map((word) => {
    const start = text.indexOf(`${word};`);
    return { start, end: start + 1, reason: word === 'c' ? 'arguments' : 'unread' } as const;
  });
  const others = [{ reason: 'other', failed: false, lines: [{ first: 2, last: 2 }] }];
  const what = '1 line was not examined, or not whole, so findings may be missing';
  expect(rustAccountNotes(tree, { unfollowed }, others)).toEqual([
    {
      reason: `code at line 4 stands among the arguments of a macro, and is no expression: ${what}`,
      failed: false,
      lines: [{ first: 4, last: 4 }],
    },
    {
      reason: `code at line 3 was not followed: ${what}`,
      failed: true,
      lines: [{ first: 3, last: 3 }],
    },
  ]);
});

test('ordinary Rust is not mentioned', async () => {
  const text =
    'use a::b;\nconst X: u8 = 1;\npub fn f(s: &str) -> u8 {\n  println!("{s}");\n  b(X)\n}\n';
  expect(await notes(text)).toEqual([]);
});

test('a call in a function is reached or its line named, whatever was done to the code around it', async () => {
  const part = fc.constantFrom(
    ...[
      'let x = 1;\n',
      'if x {',
      '} else {',
      '}',
      '{',
      '(',
      ')',
      '[',
      ']',
      ';',
      ',',
      '|',
      '=> ',
      '|x| ',
    ],
    ...[
      'm!(',
      'm!{',
      'm![',
      'fn h() {',
      '#[a]',
      '"',
      "'",
      '/*',
      '*/',
      '//\n',
      'match x {',
      'unsafe {',
    ],
    ...[
      'async move {',
      'const A: u8 = ',
      'static B: u8 =',
      '&',
      '*',
      'as u8',
      '..',
      '::<u8>',
      'r#"',
      '?',
      '.a',
    ],
  );
  const side = fc.array(part, { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(side, side, async (before, inside) => {
      const text = `${before.join('')}\nfn f(s: u8) {\n${inside.join('')}\nsystem(s);\n}\n`;
      const { functions } = analyseRustFile(await GRAMMARS.tree('rust', text), 'src/lib.rs');
      const isReached = functions.some(({ events }) =>
        events.calls.some(({ name }) => name === 'system'),
      );
      const isNamed = (await notes(text)).some(
        ({ failed, lines = [] }) => failed || lines.length > 0,
      );
      expect(isReached || isNamed || isNoCode(text)).toBe(true);
    }),
    { numRuns: 300, seed: 17 },
  );
});

/** Whether the call stands in a comment, in a text, in an attribute, or behind the end of every function. */
function isNoCode(text: string): boolean {
  const bare = text.replace(
    /r#"[\s\S]*?(?:"#|$)|"(?:\\.|[^"\\])*(?:"|$)|\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*/g,
    ' ',
  );
  const [before = '', after] = bare.split('system');
  const open: boolean[] = [];
  for (const { 0: sign, index } of before.matchAll(/[{}]/g))
    if (sign === '{') open.push(/\bfn \w+\([^(){}]*\)\s*$/.test(before.slice(0, index)));
    else open.pop();
  return after === undefined || !open.includes(true);
}
