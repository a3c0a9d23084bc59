import { expect, test } from '@jest/globals';
import { printSlice } from '../../../src/security/slice/print-slice.ts';
import { sliceOf } from '../../../src/security/slice/slice.ts';
import { isTestPath } from '../../../src/workspace/files/test-paths.ts';
import { changedIndex } from '../../support/changed-index.ts';
import { scannedTree } from '../../support/scanned-tree.ts';

const filler = (count: number) => Array.from({ length: count }, (_, n) => `    log_it(${n});`);

test('the lines behind a place are shown, and those that use what a lost check was about', async () => {
  const text = (check: string) =>
    [
      'void parse(struct record *r, const char *reader, const char *end)',
      '{',
      ...filler(150),
      ...(check === '' ? [] : [check]),
      '    r->kind = 1;',
      '    switch (r->kind) {',
      '    case 1:',
      '        memcpy(r->first, reader, r->length);',
      '        break;',
      '    }',
      ...filler(30),
      '    memcpy(r->second, reader, 16);',
      '}',
      '',
    ].join('\n');
  const index = await changedIndex(
    { 'a.c': text('    if (reader + r->length >= end) return;') },
    { 'a.c': text('') },
  );
  const shown = printSlice(await sliceOf([{ file: 'a.c', line: 153, trace: [] }], index));
  expect(shown).toContain('memcpy(r->first, reader, r->length);');
  expect(shown).toContain('memcpy(r->second, reader, 16);');
  expect(shown).not.toContain('log_it(140);');
});

const BLOCK = {
  'block.h': 'struct block { unsigned char *data; int size; };\nstruct other { char *data; };\n',
  'block.c': `#include "block.h"
int reserve(struct block *b, int width)
{
    int size = width * 4;
    b->data = malloc(size);
    return b->data != 0;
}
`,
  'write.c': `#include "block.h"
void put(struct block *b, int at)
{
    b->data[at] = 1;
}
void name(struct other *o)
{
    o->data = "x";
}
`,
};

test('for an allocation, the functions that use the field that receives it are shown', async () => {
  const { index } = await scannedTree(BLOCK);
  const shown = printSlice(await sliceOf([{ file: 'block.c', line: 4, trace: [] }], index));
  expect(shown).toContain('write.c:4 in put: b->data[at] = 1;');
  expect(shown).not.toContain('o->data');
});

test('a function that is handed on is followed into the field that calls it', async () => {
  const { index } = await scannedTree({
    'format.c': `int read_data(struct reader *r)
{
    return r->left;
}
int open_format(struct reader *r)
{
    return add_format(r, "x", read_data);
}
`,
    'reader.c': `int add_format(struct reader *r, const char *name, int (*data)(struct reader *))
{
    r->read = data;
    return 0;
}
int read_block(struct reader *r)
{
    return (r->read)(r);
}
`,
    'alias.h': '#define read_data read_data_alias\n',
    'check.c': 'int is_ours(struct reader *r)\n{\n    return r->read == read_data;\n}\n',
  });
  const slice = await sliceOf([{ file: 'format.c', line: 3, trace: [] }], index);
  expect(slice.callers.map(({ title }) => title)).toEqual([
    'function open_format, which hands on read_data',
    'function read_block, which calls through read read_data',
  ]);
  expect(slice.paths).toEqual([
    'read_data (handed on at format.c:7, called through read by read_block at reader.c:8)',
  ]);
});

test('what claims name is shown: lines of files, and short functions', async () => {
  const { index } = await scannedTree({
    'a.c': 'void f(char *t)\n{\n    use(t);\n}\n',
    'lib/b.c': `${filler(30).join('\n')}\nint helper(int n)\n{\n    return n;\n}\n`,
    'lib/c.c': `void g(void)\n{\n${filler(60).join('\n')}\n}\n`,
  });
  const place = { file: 'a.c', line: 3, trace: [] };
  const text = 'helper() gives n back, and c.c:20-22 calls it';
  const slice = await sliceOf([{ ...place, text }], index);
  expect(slice.named.map(({ file, line, endLine }) => `${file}:${line}-${endLine}`)).toEqual([
    'lib/c.c:20-22',
    'lib/b.c:31-34',
  ]);
  expect((await sliceOf([place], index)).named).toEqual([]);
});

test('of a long caller the lines near the call are shown, and those of examples come last', async () => {
  const index = (
    await scannedTree({
      'src/a.c': 'void f(char *t)\n{\n    use(t);\n}\n',
      'examples/e.c': 'void example(char *t)\n{\n    f(t);\n}\n',
      'src/main.c': `void run(char *t)\n{\n${Array.from({ length: 80 }, (_, n) => `    if (t[${n}]) return;`).join('\n')}\n    f(t);\n}\n`,
    })
  ).index;
  const { callers } = await sliceOf([{ file: 'src/a.c', line: 3, trace: [] }], index);
  expect(callers.map(({ file }) => file)).toEqual(['src/main.c', 'examples/e.c']);
  expect(callers[0]?.shown.length).toBeLessThan(20);
  expect(callers[0]?.shown.some(({ text }) => text.includes('f(t);'))).toBe(true);
});

test('what a place calls to set its variables is shown, with what that calls where it is short', async () => {
  const { index } = await scannedTree({
    'a.c': `static int skip(const char *p)
{
    return *p == ' ';
}
static void next(const char **p, const char **start)
{
    while (skip(*p)) ++*p;
    *start = *p;
}
static void unrelated(const char *p)
{
    log_it(p);
}
int parse(const char *p)
{
    const char *start;
    next(&p, &start);
    unrelated("x");
    return start[0];
}
`,
  });
  const { callees } = await sliceOf([{ file: 'a.c', line: 19, trace: [] }], index);
  expect(callees.map(({ title }) => title)).toEqual([
    'function next, called by parse',
    'function skip, called by next',
  ]);
});

test('what the change did elsewhere is shown where it is short', async () => {
  const store = (check: string) => `void store(int n)\n{\n${check}    kept = n;\n}\n`;
  const use = (n: number) => `void use(char *to)\n{\n    to[kept + ${n}] = 0;\n}\n`;
  const index = await changedIndex(
    { 'a.c': store('    if (n > 9) return;\n'), 'b.c': use(0), 'tests/t.c': use(0) },
    { 'a.c': store(''), 'b.c': use(1), 'tests/t.c': use(1) },
  );
  const shown = printSlice(await sliceOf([{ file: 'b.c', line: 3, trace: [] }], index));
  expect(shown).toContain('### The rest of the change:\n\na.c:2-3, in store:');
  expect(shown).toContain('-     if (n > 9) return;');
  expect(shown).not.toContain('tests/t.c');
});

test.each([
  ['testapi.c', true],
  ['src/test_read.c', true],
  ['read-test.c', true],
  ['runtest.c', true],
  ['contrib/oss-fuzz/target.c', true],
  ['src/testing.c', false],
  ['src/latest.c', false],
  ['src/testament.c', false],
])('%s is a test: %s', (file, is) => {
  expect(isTestPath(file)).toBe(is);
});

test('ways that end alike are named once', async () => {
  const chain = ['d', 'c', 'b', 'a'].map((name, at, all) => {
    const next = all[at + 1];
    return `static void ${name}(int n)\n{\n    ${next ?? 'use'}(n);\n}\n`;
  });
  const roots = ['one', 'two'].map((name) => `void ${name}(int n)\n{\n    d(n);\n}\n`);
  const { index } = await scannedTree({ 'a.c': [...chain, ...roots].join('') });
  const { paths } = await sliceOf([{ file: 'a.c', line: 15, trace: [] }], index);
  expect(paths).toEqual(['one (no known caller) -> d -> c -> b -> a']);
});

test('words of a sentence are no names of functions that lie elsewhere or in the C library', async () => {
  const { index } = await scannedTree({
    'a.c': 'void f(char *t)\n{\n    use(t);\n}\n',
    'compat/read.c':
      'int read(int n)\n{\n    return n;\n}\nint attribute(int n)\n{\n    return n;\n}\n',
    'near.c': 'int beside(int n)\n{\n    return n;\n}\nint same(int n)\n{\n    return n;\n}\n',
  });
  const named = async (text: string) =>
    (await sliceOf([{ file: 'a.c', line: 3, trace: [], text }], index)).named.map(
      ({ title }) => title,
    );
  expect(await named('they read an attribute, beside the others, and do the same')).toEqual([]);
  expect(await named('takes the length, and calls beside')).toEqual(['function beside']);
  expect(await named('`attribute` is called with what read() gives')).toEqual([
    'function attribute',
    'function read',
  ]);
});

test('a call through a field of another record with the same name is no call of a function', async () => {
  const { index } = await scannedTree({
    'task.h': 'struct task { int (*run)(struct task *); };\nstruct filter { int (*run)(int); };\n',
    'dns.c': `#include "task.h"
static int resolve(struct task *t)
{
    use(t);
    return 0;
}
void start(struct task *t)
{
    t->run = resolve;
}
`,
    'loop.c': `#include "task.h"
static int twice(int n)
{
    return 2 * n;
}
void loop(struct task *first, struct filter *f)
{
    int (*run)(struct task *) = first->run;
    run(first);
    f->run = twice;
}
int apply(struct filter *f, int n)
{
    return f->run(n);
}
`,
  });
  const { callers, paths } = await sliceOf([{ file: 'dns.c', line: 4, trace: [] }], index);
  expect(callers.map(({ title }) => title).join()).not.toContain('apply');
  expect(paths).toEqual(['resolve (handed on at dns.c:9)']);
});

test('what is shown because texts name it is not among what was left out', async () => {
  const callers = Array.from(
    { length: 40 },
    (_, n) => `void caller_${n}(int n)\n{\n    log_it(n);\n    f(n);\n}\n`,
  );
  const { index } = await scannedTree({
    'a.c': 'void f(int n)\n{\n    g(n);\n}\n',
    'b.c': callers.join(''),
  });
  const text = 'caller_39() passes n unchecked';
  const slice = await sliceOf([{ file: 'a.c', line: 3, trace: [], text }], index);
  expect(slice.named.map(({ title }) => title)).toEqual(['function caller_39']);
  expect(slice.omitted.join('\n')).toContain('the caller caller_38 ');
  expect(slice.omitted.join('\n')).not.toContain('caller_39');
});

test('a variable of the code that is shown is no function of that name elsewhere', async () => {
  const { index } = await scannedTree({
    'a.c': 'void f(struct note *cb_data, int n)\n{\n    cb_data->room[n] = on_end;\n}\n',
    'ring.c':
      'int cb_data(struct ring *r)\n{\n    return r->n;\n}\nint on_end(int n)\n{\n    return n;\n}\n',
  });
  const text = 'the index n is unchecked: cb_data has room for 8, and on_end is called then';
  const { named } = await sliceOf([{ file: 'a.c', line: 3, trace: [], text }], index);
  expect(named.map(({ title }) => title)).toEqual(['function on_end']);
});

test('of a caller also those lines are shown that use what the call has left', async () => {
  const { index } = await scannedTree({
    'list.c': 'void fill(struct list *to, int n)\n{\n    to->all[to->n++] = copy(n);\n}\n',
    'use.c': `int take(int n)
{
    struct list own;
${filler(20).join('\n')}
    fill(&own, n);
${filler(20).join('\n')}
    for (int at = 0; at < own.n; at += 1)
        count(own.all[at]->size);
${filler(20).join('\n')}
    done(&own);
    return n;
}
`,
  });
  const { callers } = await sliceOf([{ file: 'list.c', line: 3, trace: [] }], index);
  const text = callers.flatMap(({ shown }) => shown.map((line) => line.text.trim())).join('\n');
  expect(text).toContain('count(own.all[at]->size);');
  expect(text).toContain('done(&own);');
  expect(text).not.toContain('log_it(9)');
});

test('of a long function that the place calls, what it gives back is shown', async () => {
  const { index } = await scannedTree({
    'a.c': `int refill(struct in *in, int *left);
int take(struct in *in)
{
    int left;
    if (refill(in, &left) < 0)
        return -1;
    return in->data[left];
}
`,
    'refill.c': `int refill(struct in *in, int *left)
{
${filler(40).join('\n')}
    if (in->old)
        free(in->old);
${filler(40).join('\n')}
    if (in->closed)
        *left = 0;
${filler(10).join('\n')}
    in->data = 0;
    return in->closed;
}
`,
  });
  const slice = await sliceOf([{ file: 'a.c', line: 7, trace: [] }], index);
  const [outline] = slice.callees;
  expect(outline?.title).toBe('function refill, called by take');
  const text = outline?.shown.map((line) => line.text.trim()).join('\n') ?? '';
  for (const line of [
    'if (in->old)',
    'free(in->old);',
    '*left = 0;',
    'in->data = 0;',
    'return in->closed;',
  ])
    expect(text).toContain(line);
  expect(text).not.toContain('log_it(20)');
  expect(slice.omitted).toEqual([]);
});

test('of a long function that a changed line calls, what it does with the arguments and fields in question is shown', async () => {
  const close = (lock: string) => `struct buf;
struct win { struct buf *buf; int locked; int height; };
int close_buffer(struct win *win, struct buf *buf, int action);
void close_win(struct win *win, int action)
{
${lock}    close_buffer(win, win->buf, action);
${filler(4).join('\n')}
    win->height = 0;
}
`;
  const long = `struct buf { int loaded; char *name; };
struct win { struct buf *buf; int locked; int height; };
void run_hooks(int event, char *name, struct buf *buf);
int close_buffer(struct win *win, struct buf *buf, int action)
{
    int kind = action & 3;
${filler(90).join('\n')}
    if (kind == 2 &&
        action > 7)
        kind = 1;
    run_hooks(4, buf->name, buf);
    show_msg("closing", buf->name);
    if (win->locked)
        kind = 0;
${filler(90).join('\n')}
    unrelated(7);
    return kind;
}
`;
  const index = await changedIndex(
    { 'a.c': close('    win->locked = 1;\n'), 'b.c': long },
    { 'a.c': close(''), 'b.c': long },
  );
  const slice = await sliceOf([{ file: 'a.c', line: 6, trace: [] }], index);
  const outline = slice.callees.find(({ title }) => title.startsWith('function close_buffer'));
  const text = outline?.shown.map((line) => line.text.trim()).join('\n') ?? '';
  for (const line of [
    'if (kind == 2 &&',
    'action > 7)',
    'run_hooks(4, buf->name, buf);',
    'if (win->locked)',
    'return kind;',
  ])
    expect(text).toContain(line);
  expect(text).not.toContain('log_it(40)');
  expect(text).not.toContain('unrelated(7)');
});

test('of an outline that is too long, lines of each kind are shown', async () => {
  const { index } = await scannedTree({
    'a.c': `int step(struct in *src, int mode);
int take(struct in *src)
{
    return step(src, src->mode);
}
`,
    'b.c': `int step(struct in *src, int mode)
{
${Array.from({ length: 100 }, (_, at) => `    use_${at}(src);`).join('\n')}
${Array.from({ length: 100 }, (_, at) => `    if (mode == ${at})\n        return ${at};`).join('\n')}
}
`,
  });
  const slice = await sliceOf([{ file: 'a.c', line: 4, trace: [] }], index);
  const rows = slice.callees[0]?.shown ?? [];
  expect(rows.length).toBeLessThanOrEqual(70);
  const count = (pattern: RegExp) => rows.filter(({ text }) => pattern.test(text)).length;
  expect(count(/use_\d+\(src\)/)).toBeGreaterThan(15);
  expect(count(/if \(mode/)).toBeGreaterThan(15);
  expect(count(/return/)).toBeGreaterThan(15);
});

test('what a function declares for itself defines nothing for others', async () => {
  const { index } = await scannedTree({
    'a.h':
      'static inline int first(int n)\n{\n    int limit = n;\n    return limit;\n}\n#define LIMIT 9\n',
    'a.c':
      '#include "a.h"\nint limit_of(int n)\n{\n    int limit = LIMIT;\n    return n < limit;\n}\n',
  });
  const slice = await sliceOf([{ file: 'a.c', line: 5, trace: [] }], index);
  expect(slice.definitions.flatMap(({ shown }) => shown.map(({ text }) => text))).toEqual([
    '#define LIMIT 9',
  ]);
});

test('a line or two between lines that are shown are shown as well', async () => {
  const { index } = await scannedTree({
    'a.c': `int pick(int *list, int count, int at)
{
${filler(90).join('\n')}
    if (at < 0)
        goto failed;
    note(1);
    note(2);
    if (at >= count)
        goto failed;
${filler(90).join('\n')}
    return list[at];
failed:
    return -1;
}
`,
  });
  const shown = printSlice(await sliceOf([{ file: 'a.c', line: 189, trace: [] }], index));
  expect(shown).toContain('note(2);');
  expect(shown).not.toContain('log_it(45)');
});

test('what a statement calls whose changed line holds an argument alone is shown', async () => {
  const text = (hash: string) =>
    `void finish(struct state *s)
{
    unsigned char hash[32], *other = s->hash;
    write_pack(s->name, s->count,
               &s->options,
               ${hash});
}
`;
  const files = {
    'pack.c':
      'void write_pack(char *name, int count, struct o *o, unsigned char *h)\n{\n    memcpy(name, h, 64);\n}\n',
  };
  const index = await changedIndex(
    { 'a.c': text('other'), ...files },
    { 'a.c': text('hash'), ...files },
  );
  const { callees } = await sliceOf([{ file: 'a.c', line: 6, trace: [] }], index);
  expect(callees.map(({ title }) => title)).toEqual(['function write_pack, called by finish']);
});

test('what is called further on with a variable of the place is shown, and not what is called with others', async () => {
  const { index } = await scannedTree({
    'a.c': `void read_line(char *buffer, char *name)
{
    char *end = strchr(buffer, '<');
    while (isspace(end[-1]))
        end--;
    greet(name);
    insert(buffer + 8,
           end - buffer - 8);
}
void insert(const char *text, int length)
{
    memcpy(store, text, length);
}
void greet(const char *name)
{
    puts(name);
}
`,
  });
  const { callees } = await sliceOf([{ file: 'a.c', line: 4, trace: [] }], index);
  expect(callees.map(({ title }) => title)).toEqual(['function insert, called by read_line']);
});

test('a long caller is shown with the lines that the change wrote in it, too: what it passes may come from there', async () => {
  const text = (trim: string) =>
    [
      'void insert(const char *text, int length)',
      '{',
      '    memcpy(store, text, length);',
      '}',
      'void get(const char *line)',
      '{',
      "    const char *end = strchr(line, '<');",
      ...filler(30),
      `    ${trim} (end[-1] == ' ')`,
      '        end--;',
      ...Array.from(
        { length: 60 },
        (_, n) => `    if (end == line + ${n}) line = next(line, end, ${n});`,
      ),
      '    insert(line, end - line);',
      '}',
      '',
    ].join('\n');
  const index = await changedIndex({ 'a.c': text('if') }, { 'a.c': text('while') });
  const shown = printSlice(await sliceOf([{ file: 'a.c', line: 3, trace: [] }], index));
  const [, caller = ''] = shown.split('function get, which calls insert');
  expect(caller).toContain("+     while (end[-1] == ' ')");
  expect(caller).not.toContain('log_it(7);');
});

test('of a field that is no longer checked, the function that sets it is shown with the ways that leave before', async () => {
  const text = (check: string) =>
    `void clear(struct mail *m)
{
${check}    for (int i = 0; m->headers[i]; i++)
        drop(m->headers[i]);
}
int read_mail(struct mail *m, const char *name)
{
    FILE *out = fopen(name, "w");
    if (!out)
        return -1;
    m->headers = calloc(10, sizeof(*m->headers));
    return 0;
}
`;
  const index = await changedIndex({ 'a.c': text('    if (m->headers)\n') }, { 'a.c': text('') });
  const shown = printSlice(await sliceOf([{ file: 'a.c', line: 3, trace: [] }], index));
  const [, setter = ''] = shown.split('function read_mail, which sets headers:');
  expect(setter).toContain('return -1;');
});

test('what the body of a loop of interest calls is shown, and not what stands behind the loop', async () => {
  const own = (name: string) => `int ${name}(struct in *in)\n{\n    return in->${name};\n}\n`;
  const { index } = await scannedTree({
    'a.c': `${['step', 'skip', 'leave'].map(own).join('')}int drain(struct in *in)
{
    while (in->left > 0)
    {
        if (in->kind == 1) {
            step(in);
        } else
            skip(in);
    }
    leave(0);
    return 0;
}
`,
  });
  const { callees } = await sliceOf([{ file: 'a.c', line: 15, trace: [] }], index);
  expect(callees.map(({ title }) => title)).toEqual([
    'function skip, called by drain',
    'function step, called by drain',
  ]);
});

test('the uses of a variable are shown that is set from what a check was about', async () => {
  const text = (check: string) =>
    `int load(struct head *head, char *out)\n{\n${filler(150).join('\n')}\n${check}    unsigned w = head->width;\n    unsigned h = head->height;\n${filler(40).join('\n')}\n    for (int i = 0; i < w * h; i++)\n        out[i] = 1;\n${filler(40).join('\n')}\n    return 0;\n}\n`;
  const index = await changedIndex(
    { 'a.c': text('    if (head->width > MAX / head->height) return 1;\n') },
    { 'a.c': text('') },
  );
  const shown = printSlice(await sliceOf([{ file: 'a.c', line: 153, trace: [] }], index));
  expect(shown).toContain('i < w * h');
  expect(shown).not.toContain('log_it(140);');
});
