import { describe, expect, test } from '@jest/globals';
import { NO_PROJECT } from '../../../src/code/flow/project/project-knowledge.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { analyseFile } from '../../../src/security/scan/analyse-file.ts';

const GRAMMARS = loadGrammars();

test('an outline names what a function calls, by name and through fields', async () => {
  const text = `struct ops { int (*read)(int); };
static int on_read(int x) { return x; }
static struct ops table = { .read = on_read };
int run(struct ops *ops) { log_it(); return ops->read(1) + table.read(2); }
`;
  const { functions } = await analyseFile('a.c', text, GRAMMARS, NO_PROJECT);
  expect(functions.map(({ name, calls, fieldCalls }) => ({ name, calls, fieldCalls }))).toEqual([
    { name: 'on_read', calls: [], fieldCalls: [] },
    { name: 'run', calls: ['log_it'], fieldCalls: ['on_read'] },
  ]);
  const fieldTargets = new Map([
    ['read', ['elsewhere']],
    ['ops.read', ['elsewhere']],
  ]);
  const project = { ...NO_PROJECT, fieldTargets };
  const known = await analyseFile('a.c', text, GRAMMARS, project);
  expect(known.functions[1]?.fieldCalls).toEqual(['elsewhere', 'on_read']);
});

test('a call through a field leads to what its own record has there, and not to what others call so', async () => {
  const text = `struct command { const char *name; int (*fn)(int); };
struct include { int (*fn)(int); void *data; };
struct inner { int (*fn)(int); };
static int add(int x) { return x; }
static int log_line(int x) { return -x; }
static struct command commands[] = { { "add", add }, { "log", log_line } };
int run(struct command *p) { return p->fn(1); }
int config(struct include *inc, int (*given)(int)) { inc->fn = given; return inc->fn(1); }
int unset(struct inner *in) { return in->fn(1); }
int unknown(struct elsewhere *e) { return e->fn(1); }
`;
  const { functions } = await analyseFile('a.c', text, GRAMMARS, NO_PROJECT);
  const called = Object.fromEntries(functions.map(({ name, fieldCalls }) => [name, fieldCalls]));
  expect(called).toMatchObject({
    run: ['add', 'log_line'],
    config: [],
    // Nothing says what this record has there.
    unset: ['add', 'log_line'],
    unknown: ['add', 'log_line'],
  });
  // What another file stores in a record that it does not know may be of any of them.
  const project = {
    ...NO_PROJECT,
    fieldTargets: new Map([
      ['fn', ['elsewhere', 'handed']],
      ['.fn', ['elsewhere']],
      ['other.fn', ['handed']],
    ]),
  };
  const known = await analyseFile('a.c', text, GRAMMARS, project);
  expect(known.functions.find(({ name }) => name === 'run')?.fieldCalls).toEqual([
    'add',
    'elsewhere',
    'log_line',
  ]);
});

describe('versions that were not merged', () => {
  const OTHER = 'int other(void) {\n  int a[2];\n  a[2] = 1;\n  return a[0];\n}\n';

  test.each<[string, string, number, number]>([
    [
      'of sound code',
      '#include <stdlib.h>\nint f(int n) {\n  char *p = malloc(n);\n  if (!p) return 1;\n<<<<<<< HEAD\n  p[0] = 1;\n=======\n  p[0] = 2;\n>>>>>>> x\n  free(p);\n  return 0;\n}\n',
      2,
      12,
    ],
    [
      'that open the same brace, or free the same memory',
      '#include <stdlib.h>\nint f(char *p, int n) {\n<<<<<<< HEAD\n  if (n > 1) {\n    free(p);\n||||||| base\n  if (n) {\n=======\n  if (n > 2) {\n    free(p);\n>>>>>>> x\n    n++;\n  }\n  free(p);\n  return n;\n}\n',
      2,
      16,
    ],
    [
      'of a whole function',
      '<<<<<<< HEAD\nint f(void) { int a[2]; a[2] = 1; return a[0]; }\n=======\nint f(void) { int b[2]; b[3] = 1; return b[0]; }\n>>>>>>> x\n',
      1,
      5,
    ],
    [
      'of which one mark is left',
      'int f(int *p) {\n  int a[2];\n=======\n  a[2] = 1;\n  return a[0];\n}\n',
      1,
      6,
    ],
  ])('%s: what is found around them is none, and the rest is', async (_, text, first, last) => {
    const { hits, notes } = await analyseFile('a.c', text + OTHER, GRAMMARS, NO_PROJECT);
    expect(hits.map(({ rule, function: fn }) => [rule, fn])).toEqual([
      ['out_of_bounds_write', 'other'],
    ]);
    expect(notes).toMatchObject([
      {
        reason: expect.stringContaining('were not merged'),
        failed: true,
        lines: [{ first, last }],
      },
    ]);
  });

  test('of Rust', async () => {
    const text =
      'fn f(v: &[u8]) -> u8 {\n<<<<<<< HEAD\n    unsafe { *v.get_unchecked(9) }\n=======\n    v[0]\n>>>>>>> x\n}\n';
    const { hits, notes } = await analyseFile('a.rs', text, GRAMMARS, NO_PROJECT);
    expect(hits).toEqual([]);
    expect(notes).toMatchObject([{ failed: true, lines: [{ first: 1, last: 7 }] }]);
  });
});
