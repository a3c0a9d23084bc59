import { expect, test } from '@jest/globals';
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
