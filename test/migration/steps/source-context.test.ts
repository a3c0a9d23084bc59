import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { DEFAULT_CONFIG } from '../../../src/migration/artifacts/config.ts';
import { scanProject } from '../../../src/migration/scan/scan-project.ts';
import { cTypesOf } from '../../../src/migration/steps/c-types.ts';
import { migrationStepsOf } from '../../../src/migration/steps/steps-of-scan.ts';
import { clangHere, withClang } from '../../support/clang.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FILES = {
  'sum.h':
    'unsigned second(void);\nextern const unsigned weights[3];\n#define WEIGHED(i) (weights[i] * 2)\n',
  'table.c': '#include "sum.h"\nconst unsigned weights[3] = {\n  7, 11, 13\n};\n',
  'other.c': 'static int weights = 99;\nint other(void) { return weights; }\n',
  'sum.c': '#include "sum.h"\nunsigned second(void) { return WEIGHED(1); }\n',
};

withClang('what a translator sees of a function', () => {
  test('a table of another file, by the macro that reads it', async () => {
    const root = temporaryFolder(FILES);
    const config = { ...DEFAULT_CONFIG, root_symbols: ['sum.c:second'] };
    const scan = await scanProject(root, { ...clangHere(), config, now: new Date(0) });
    expect(scan.problems).toEqual([]);
    const [step, ...others] = migrationStepsOf(scan, (file) =>
      readFileSync(join(root, file), 'utf8'),
    );
    expect(others).toEqual([]);
    const [source] = step?.functions ?? [];
    expect(source?.context).toContain(
      '/* table.c:2 */\nconst unsigned weights[3] = {\n  7, 11, 13',
    );
    expect(source?.context).toContain('#define WEIGHED(i) (weights[i] * 2)');
    expect(source?.context).not.toContain('99');
  });

  test('the macros that a table of it is made of', async () => {
    const root = temporaryFolder({
      'sane.c': `#define LETTER 4
#define A LETTER
#define NOTHING 0
static const unsigned char kinds[3] = { NOTHING, A, A };
int is_letter(unsigned char c) { return kinds[c % 3] & 4; }
`,
    });
    const config = { ...DEFAULT_CONFIG, root_symbols: [] };
    const scan = await scanProject(root, { ...clangHere(), config, now: new Date(0) });
    const read = (file: string) => readFileSync(join(root, file), 'utf8');
    const [step] = migrationStepsOf(scan, read);
    for (const macro of ['LETTER 4', 'A LETTER', 'NOTHING 0'])
      expect(step?.functions[0]?.context).toContain(`#define ${macro}`);
  });

  test('the macros that are active where it stands, and no others', async () => {
    const shown = await contextsOf({
      'only.h': `#pragma once
#define TWICE(x) BOTH((x), \\
                      (x))
`,
      'say.c': `#include "only.h"
#undef TRACE
#ifdef TRACE
#define say(text) fprintf(stderr, text)
#else
#define say(text) do { /* nothing */ } while (0)
#endif
#ifndef BOTH
# define BOTH(a, b) ((a) + (b))
#endif
#include "only.h"
#define STEP 1
int first(int n) { say("first"); return TWICE(n) + STEP; }
#undef STEP
#define STEP 2
int second(int n) { say("second"); return n + STEP; }
#undef STEP
int third(int STEP) {
#if defined TRACE || /* old */ LEVEL > 1
  say("third");
#endif
  return STEP;
}
`,
    });
    expect(shown.get('first')).toContain('#define say(text) do { /* nothing */ } while (0)');
    expect(shown.get('first')).toContain(
      '#define TWICE(x) BOTH((x), \\\n                      (x))',
    );
    expect(shown.get('first')).toContain('# define BOTH(a, b)');
    expect(shown.get('first')).toContain('#define STEP 1');
    expect(shown.get('second')).toContain('#define STEP 2');
    expect(shown.get('third')).toContain('/* Not defined: TRACE, LEVEL */');
    expect([...shown.values()].join('\n')).not.toContain('fprintf');
    expect(shown.get('first')).not.toContain('STEP 2');
    expect(shown.get('second')).not.toMatch(/STEP 1|Not defined/);
    expect(shown.get('third')).not.toContain('#define STEP');
  });

  test('constants of an enum without a name, which a table, a macro or a length names', async () => {
    const shown = await contextsOf({
      'kinds.h': `#define KIND_SPACE 1
enum { S = KIND_SPACE, A = 2 };
enum { LONGEST = 12 };
enum { OTHER = 5 };
extern const unsigned char kinds[3];
#define IS_SPACE(c) (kinds[c] & S)
struct word { char text[LONGEST]; };
`,
      'kinds.c': '#include "kinds.h"\nconst unsigned char kinds[3] = { S, A, 0 };\n',
      'use.c': `#include "kinds.h"
int is_space(int c) { return IS_SPACE(c % 3) != 0; }
int last(const struct word *w) { char copy[LONGEST]; copy[0] = w->text[1]; return copy[0]; }
`,
    });
    expect(shown.get('is_space')).toContain('enum { S = KIND_SPACE, A = 2 }');
    expect(shown.get('is_space')).toContain('#define KIND_SPACE 1');
    expect(shown.get('last')).toContain('enum { LONGEST = 12 }');
    expect([...shown.values()].join('\n')).not.toContain('OTHER');
  });

  test('that it takes a variable number of arguments', async () => {
    const root = temporaryFolder({
      'say.c': 'int say(const char *form, ...) { return form[0]; }\nint none() { return 1; }\n',
    });
    const config = { ...DEFAULT_CONFIG, root_symbols: [] };
    const scan = await scanProject(root, { ...clangHere(), config, now: new Date(0) });
    const steps = migrationStepsOf(scan, (file) => readFileSync(join(root, file), 'utf8'));
    const signatures = steps.flatMap(({ functions }) => functions).map((one) => one.signature);
    expect(signatures.sort()).toEqual(['int none(void)', 'int say(const char * form, ...)']);
  });

  test('the macros of which a macro makes a function', async () => {
    const root = temporaryFolder({
      'compare.c': `#define LESS(a, b) ((a) < (b))
#define comparing(name, how, type) int name(type a, type b) { return how(a, b); }
comparing(less_long, LESS, long)
`,
    });
    const config = { ...DEFAULT_CONFIG, root_symbols: [] };
    const scan = await scanProject(root, { ...clangHere(), config, now: new Date(0) });
    const read = (file: string) => readFileSync(join(root, file), 'utf8');
    const [step] = migrationStepsOf(scan, read);
    expect(step?.functions[0]?.context).toContain('#define LESS(a, b) ((a) < (b))');
    expect(step?.functions[0]?.context).toContain('#define comparing');
  });

  test('types that a typedef names where they are defined, with the macros in them', async () => {
    const root = temporaryFolder({
      'key.h': `#define KEY_SIZE 10
typedef struct key { unsigned char bytes[KEY_SIZE]; } key_t;
typedef struct { key_t key; int count; } entry_t;
typedef enum kind { NONE, SOME } kind_t;
`,
      'key.c': `#include "key.h"
kind_t kind_of(const entry_t *e) { return e->key.bytes[0] == 0 ? NONE : SOME; }
`,
    });
    const config = { ...DEFAULT_CONFIG, root_symbols: [] };
    const scan = await scanProject(root, { ...clangHere(), config, now: new Date(0) });
    const read = (file: string) => readFileSync(join(root, file), 'utf8');
    const types = cTypesOf(scan, read);
    expect(types.map(({ name, macros }) => [name, macros])).toEqual([
      ['struct key', ['#define KEY_SIZE 10']],
      ['entry_t', []],
      ['enum kind', []],
    ]);
    const [step] = migrationStepsOf(scan, read);
    // Each once, though a record and its typedef are two types.
    expect(step?.functions[0]?.context.match(/struct key/g)).toHaveLength(1);
  });

  test('macros in its types, and the other functions that use its records', async () => {
    const root = temporaryFolder({
      'ring.c': `#define ROOM 16
struct ring { int items[ROOM]; /* not OTHER */ int used; };
#define OTHER 17
typedef struct ring ring_t;
void ring_init(ring_t *r) { r->used = 0; }
void ring_push(ring_t *r, int x) { r->items[r->used++] = x; }
int add(int a, int b) { return a + b; }
`,
    });
    const config = { ...DEFAULT_CONFIG, root_symbols: [] };
    const scan = await scanProject(root, { ...clangHere(), config, now: new Date(0) });
    const read = (file: string) => readFileSync(join(root, file), 'utf8');
    const functions = migrationStepsOf(scan, read).flatMap((step) => step.functions);
    const [init, add] = ['ring_init', 'add'].map((name) =>
      functions.find((one) => one.name === name),
    );
    expect(init?.context).toContain('#define ROOM 16');
    expect(init?.context).not.toContain('#define OTHER');
    expect(init?.typeUsers).toBe(
      '/* ring.c:6 */\nvoid ring_push(ring_t *r, int x) { r->items[r->used++] = x; }',
    );
    expect(add?.typeUsers).toBe('');
  });

  test('the functions that it calls, those of its own step left out, long ones by their heads', async () => {
    const root = temporaryFolder({
      'chain.c': `int low(int a) { return a + 1; }
int long_one(int a) {
${'    a += 1;\n'.repeat(400)}    return a;
}
int even(int n);
int odd(int n) { return n == 0 ? low(0) : even(long_one(n)); }
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
`,
    });
    const config = { ...DEFAULT_CONFIG, root_symbols: [] };
    const scan = await scanProject(root, { ...clangHere(), config, now: new Date(0) });
    const read = (file: string) => readFileSync(join(root, file), 'utf8');
    const functions = migrationStepsOf(scan, read).flatMap((step) => step.functions);
    expect(functions.find(({ name }) => name === 'odd')?.called).toBe(
      '/* chain.c:1 */\nint low(int a) { return a + 1; }\n\n/* chain.c:2 */\nint long_one(int a);',
    );
    expect(functions.find(({ name }) => name === 'even')?.called).toBe('');
  });

  test('what its callees call, and the macros around it', async () => {
    const root = temporaryFolder({
      'deep.h': `int push_(int *length);
#define push(list, one) \\
  (push_(&(list)->length), \\
   (list)->items[(list)->length - 1] = (one))
#define push_size push_
`,
      'deep.c': `#include "deep.h"
int low(int a) { return a + 1; }
int middle(int a) { return low(a) * 2; }
int push_(int *length) { *length = middle(*length); return 0; }
`,
    });
    const config = { ...DEFAULT_CONFIG, root_symbols: [] };
    const scan = await scanProject(root, { ...clangHere(), config, now: new Date(0) });
    const read = (file: string) => readFileSync(join(root, file), 'utf8');
    const functions = migrationStepsOf(scan, read).flatMap((step) => step.functions);
    const push = functions.find(({ name }) => name === 'push_');
    expect(push?.called).toBe(
      '/* deep.c:3 */\nint middle(int a) { return low(a) * 2; }\n\n/* deep.c:2 */\nint low(int a) { return a + 1; }',
    );
    expect(push?.callers).toBe(
      '/* deep.h:2 */\n#define push(list, one) \\\n  (push_(&(list)->length), \\\n   (list)->items[(list)->length - 1] = (one))',
    );
  });
});

/** What is shown with each function of a project, by its name. */
async function contextsOf(
  files: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  const root = temporaryFolder(files);
  const config = { ...DEFAULT_CONFIG, root_symbols: [] };
  const scan = await scanProject(root, { ...clangHere(), config, now: new Date(0) });
  expect(scan.problems).toEqual([]);
  const steps = migrationStepsOf(scan, (file) => readFileSync(join(root, file), 'utf8'));
  return new Map(steps.flatMap(({ functions }) => functions).map((one) => [one.name, one.context]));
}
