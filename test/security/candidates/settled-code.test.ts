import { describe, expect, test } from '@jest/globals';
import type { CandidateDraft } from '../../../src/security/candidates/draft-candidates.ts';
import { settledCode } from '../../../src/security/candidates/settled-code.ts';
import { draft } from '../../support/candidates.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const BEFORE = `#define ROOM 16
struct label {
  char text[ROOM];
  int kind;
};
static void greet(void) { puts("hello"); }
int copy(struct label *to, const char *from)
{
  size_t length = strlen(from);
  int shown = 0;
  if (length >= ROOM) return -1;
  strcpy(to->text, from);
  to->kind = 1;
  puts("done");
  return 0;
}
`;

/** The digest of the line with a text, the last of these. */
function digest(
  text: string,
  place = 'strcpy(to->text',
  changes: Partial<CandidateDraft> = {},
  name = 'copy',
): string | undefined {
  const lines = text.split('\n');
  const line = lines.findLastIndex((one) => one.includes(place)) + 1;
  expect(line).toBeGreaterThan(0);
  const heads = [...lines.entries()].filter(
    ([, one]) => one.includes(` ${name}(`) || one.includes(` ${name}<`),
  );
  const functions = heads.map(([at]) => ({
    ...{ name, line: at + 1, calls: [], fieldCalls: [] },
    endLine: lines.indexOf('}', at) + 1,
  }));
  const digestOf = settledCode(temporaryFolder({ 'src/a.c': text }), [
    { file: 'src/a.c', functions },
  ]);
  return digestOf(draft({ line, end_line: line, function: name, ...changes }));
}

function edited(from: string, to: string): string {
  expect(BEFORE).toContain(from);
  return BEFORE.replace(from, to);
}

test.each([
  ['the next line', 'to->kind = 1;', 'to->kind = 2;'],
  ['another function', 'puts("hello")', 'puts("good morning")'],
  [
    'a comment and space',
    'if (length >= ROOM) return -1;',
    '// Too long?\n  if (length>=ROOM)\n    return -1;',
  ],
  ['what is printed before', 'int shown = 0;', 'int shown = 0;\n  printf("%zu", length);'],
  ['a variable that nothing uses', 'int shown = 0;', 'int shown = 1; int more = 2;'],
  [
    'lines before the function',
    '#define ROOM',
    '#include <stdio.h>\n#define OTHER 3\n#define ROOM',
  ],
  ['a field of another name', 'int kind;', 'int kind, size;'],
])('stays the same when %s changes', (_what, from, to) => {
  expect(digest(edited(from, to))).toBe(digest(BEFORE));
});

test.each([
  ['the line itself', 'strcpy(to->text, from)', 'strcpy(to->text, from + 1)'],
  ['a check before it', '  if (length >= ROOM) return -1;\n', ''],
  ['what the check compares', 'length >= ROOM', 'length > ROOM'],
  ['a value that the check uses', 'strlen(from)', 'strlen(from) / 2'],
  ['a call of any function before it', 'int shown = 0;', 'int shown = 0; rewind_all();'],
  ['a write through a pointer before it', 'int shown = 0;', 'int shown = 0; *other = 0;'],
  ['the size of its array', '#define ROOM 16', '#define ROOM 8'],
  ['the array in its record', 'char text[ROOM]', 'char text[4]'],
  ['the end of its line', 'from);\n', 'from); strcpy(name, from);\n'],
  ['where its function jumps to', 'puts("done");', 'if (again) goto start;'],
  [
    'what prints, which the file defines anew',
    'int shown = 0;',
    'int shown = 0;\n#define puts(x) length = x\n  puts(0);',
  ],
  ['a value that printing sets', 'int shown = 0;', 'int shown = 0; printf("%s%n", from, &length);'],
  ['the parameters', 'const char *from)', 'const char *from, int n)'],
])('changes with %s', (_what, from, to) => {
  expect(digest(edited(from, to))).not.toBe(digest(BEFORE));
});

describe('one decision is about one place', () => {
  const line = '  strcpy(to->text, from);\n';

  test('a copy of the line behind it is another one', () => {
    const twice = edited(line, line + line);
    expect(digest(twice)).not.toBe(digest(BEFORE));
  });

  test('a copy of the line before it takes its place, so that it is another one itself', () => {
    const twice = edited('int shown = 0;\n', `int shown = 0;\n  strcpy(to->text, from);\n`);
    expect(digest(twice)).not.toBe(digest(BEFORE));
  });

  test('two calls in one statement are two places', () => {
    const text = edited(line, '  both(strcpy(to->text, from),\n       strcpy(to->name, from));\n');
    expect(digest(text, 'strcpy(to->name')).not.toBe(digest(text));
  });

  test('the same function once more is another one', () => {
    const [head = '', body = ''] = BEFORE.split('int copy(');
    const twice = `${head}int copy(${body}int copy(${body}`;
    expect(digest(twice)).not.toBe(digest(BEFORE));
    expect(digest(`${head}int copy(${body}`)).toBe(digest(BEFORE));
  });

  test('two ends of blocks are two places', () => {
    const text = edited(
      'to->kind = 1;',
      'if (to) {\n    if (from) {\n      reset(to);\n    } // in\n  } // out',
    );
    expect(digest(text, '} // in')).not.toBe(digest(text, '} // out'));
  });
});

test('behind the place counts what a loop leads back from, and what the defect needs', () => {
  const loop = edited(
    '  strcpy(to->text, from);\n',
    '  while (more()) {\n    strcpy(to->text, from);\n    step(&from);\n  }\n',
  );
  expect(digest(loop.replace('step(&from)', 'leap(&from)'))).not.toBe(digest(loop));
  const next = edited('to->kind = 1;', 'drop(to);');
  expect(digest(next)).toBe(digest(BEFORE));
  const leak: Partial<CandidateDraft> = { cwe: [401], category: 'memory' };
  expect(digest(next, undefined, leak)).not.toBe(digest(BEFORE, undefined, leak));
  const step = {
    file: 'src/a.c',
    line: 13,
    column: 3,
    end_line: 13,
    end_column: 9,
    function: 'copy',
    message: 'used',
  };
  expect(digest(next, undefined, { trace: [step] })).not.toBe(
    digest(BEFORE, undefined, { trace: [step] }),
  );
});

test('a call that goes on behind a block is one statement', () => {
  const text = edited(
    'strcpy(to->text, from);',
    'run(to, [&] {\n    strcpy(to->text, from);\n    step();\n  }, from);',
  );
  const cpp = { language: 'cpp' } as const;
  expect(digest(text.replace('}, from', '}, to'), 'run(to', cpp)).not.toBe(
    digest(text, 'run(to', cpp),
  );
});

test('outside of functions the line counts with the block it is in, and what its names mean', () => {
  const of = (text: string) => digest(text, 'char text[', { function: '' }, 'none');
  expect(of(edited('int kind;', 'long kind;'))).toBe(of(BEFORE));
  expect(of(edited('#define ROOM 16', '#define ROOM 8'))).not.toBe(of(BEFORE));
  expect(of(edited('struct label {', 'struct tag {'))).not.toBe(of(BEFORE));
});

test('Rust: lifetimes and attributes hide nothing', () => {
  const text = `#[inline] pub fn first<'a>(list: &'a [u8], at: usize) -> &'a u8
{
    let shown = 1;
    assert!(at < list.len());
    unsafe { list.get_unchecked(at) }
}
`;
  const of = (code: string) => digest(code, 'get_unchecked', { language: 'rust' }, 'first');
  expect(of(text.replace('shown = 1', 'shown = 2'))).toBe(of(text));
  expect(of(text.replace('at < list', 'at <= list'))).not.toBe(of(text));
  expect(of(text.replace('    assert!(at < list.len());\n', ''))).not.toBe(of(text));
});

test('a file that is not there has no digest', () => {
  expect(settledCode(temporaryFolder(), [])(draft())).toBeUndefined();
  const files = [{ file: 'src/a.c', functions: [] }];
  expect(settledCode(temporaryFolder(), files)(draft())).toBeUndefined();
});
