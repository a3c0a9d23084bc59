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
  const project = { ...NO_PROJECT, fieldTargets: new Map([['read', ['elsewhere']]]) };
  const known = await analyseFile('a.c', text, GRAMMARS, project);
  expect(known.functions[1]?.fieldCalls).toEqual(['elsewhere', 'on_read']);
});
