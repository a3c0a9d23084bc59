import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import {
  findRulePackages,
  loadRulePackages,
} from '../../../src/security/rule-packages/load-rule-packages.ts';
import { rustward } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A package with one rule: no function may be called as its id says. */
function pack(id: string, more = ''): string {
  return `
export const rules = [{
  id: '${id}', title: 'A function has a forbidden name', category: 'other', cwe: [1099],
  severity: 'medium', precision: 'high', help: 'Names matter.', suggestion: 'Rename it.',
  languages: ['c', 'cpp'],
  examples: { bad: ['void forbidden(void) {} // defect'], good: ['void fine(void) {}'] },
  inspect(unit, report) {
    for (const fn of unit.functions) {
      if (fn.name === 'forbidden') report(fn, 'the function is called forbidden', { confidence: 0.7 });
    }
  },
  ${more}
}];
`;
}

/** The same for Rust: no function may be called as its id says. */
function rustPack(id: string, more = ''): string {
  return `
export const rules = [{
  id: '${id}', title: 'A function has a forbidden name', category: 'other', cwe: [1099],
  severity: 'medium', precision: 'high', help: 'Names matter.', suggestion: 'Rename it.',
  languages: ['rust'],
  examples: { bad: ['fn forbidden() {} // defect'], good: ['fn fine() {}'] },
  check(facts, report) {
    for (const fn of facts.functions) {
      if (fn.fn.name === 'forbidden') report({ node: fn.fn.node, in: fn, message: 'the function is called forbidden', confidence: 0.7 });
    }
  },
  ${more}
}];
`;
}

function file(text: string): string {
  return join(temporaryFolder({ 'rules.mjs': text }), 'rules.mjs');
}

/** Many files are analysed in threads where they have some text. */
const LONG = `// ${'-'.repeat(900)}\n`;

test.each([
  ['one file, in the main thread', 1],
  ['many files, in threads', 12],
])('a rule of a package takes part in a scan of %s', (_name, count) => {
  const sources = Array.from({ length: count }, (_, n) => [
    `f${n}.c`,
    `int f${n}(void) { return ${n}; }\n${LONG}`,
  ]);
  const root = temporaryFolder({
    ...Object.fromEntries(sources),
    'f0.c': 'void forbidden(void) {}\n',
  });
  const args = ['scan', root, '--no-state', '--fail-on', 'medium', '--jobs', '2'];
  const { status, stdout } = rustward([...args, '--rules', file(pack('acme/names'))]);
  expect(stdout).toContain('acme/names CWE-1099');
  expect(status).toBe(1);
  expect(rustward(args).status).toBe(0);
});

test.each([
  ['one file, in the main thread', 1],
  ['many files, in threads', 12],
])('a rule for Rust takes part in a scan of %s, and leaves C alone', (_name, count) => {
  const sources = Array.from({ length: count }, (_, n) => [`f${n}.rs`, `fn f${n}() {}\n${LONG}`]);
  const root = temporaryFolder({
    ...Object.fromEntries(sources),
    ...{ 'f0.rs': 'fn forbidden() {}\n', 'f0.c': 'void forbidden(void) {}\n' },
  });
  const args = ['scan', root, '--no-state', '--format', 'json', '--jobs', '2'];
  const { stdout } = rustward([...args, '--rules', file(rustPack('acme/names'))]);
  expect(JSON.parse(stdout).candidates).toMatchObject([
    { pattern: 'acme/names', file: 'f0.rs', line: 1, function: 'forbidden', cwe: [1099] },
  ]);
  expect(JSON.parse(rustward(args).stdout).candidates).toEqual([]);
});

test.each([
  ['one file, in the main thread', 1],
  ['many files, in threads', 12],
])(
  'a file of YAML takes part in a scan of %s, and so does what it says of functions',
  (_name, count) => {
    const sources = Array.from({ length: count }, (_, n) => [
      `f${n}.c`,
      `int f${n}(void) { return ${n}; }\n${LONG}`,
    ]);
    const root = temporaryFolder({
      ...Object.fromEntries(sources),
      'f0.c':
        'void f0(void) {\n  char *p = acme_new(8);\n  p[8] = forbidden();\n  acme_delete(p);\n}\n',
      'rules.yml': `rules: [{ id: acme/forbidden, title: Forbidden, call: forbidden }]
functions:
  - { name: acme_new, returns: { memory: { size: { argument: 1 }, failure: never } } }
  - { name: acme_delete, releases: { argument: 1 } }
`,
    });
    const args = ['scan', root, '--no-state', '--format', 'json', '--jobs', '2'];
    const { stdout } = rustward([...args, '--rules', join(root, 'rules.yml')]);
    const found: { pattern: string; line: number }[] = JSON.parse(stdout).candidates;
    expect(found.map(({ pattern, line }) => `${line} ${pattern}`).sort()).toEqual([
      '3 acme/forbidden',
      '3 out_of_bounds_write',
    ]);
    expect(JSON.parse(rustward(args).stdout).candidates).toEqual([]);
  },
);

test('its places can be accepted in the code as any other', () => {
  const root = temporaryFolder({
    'a.c': '// rustward-ignore: acme/names it is old\nvoid forbidden(void) {}\n',
  });
  const args = [
    'scan',
    root,
    '--no-state',
    '--fail-on',
    'medium',
    '--rules',
    file(pack('acme/names')),
  ];
  const { status, stdout, stderr } = rustward(args);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('1 suppressed');
});

test.each([
  [
    'in inspect',
    'fb.c',
    pack('acme/broken', 'inspect(unit) { for (const fn of unit.nothing) fn(); },'),
  ],
  ['in listen', 'fb.c', pack('acme/broken', 'listen() { return unit.nothing; },')],
  [
    'in what listens',
    'fb.c',
    pack('acme/broken', 'listen() { return { nothing: [], enter() { this.nothing.x.y(); } }; },'),
  ],
  ['for Rust', 'fb.rs', rustPack('acme/broken', 'check(facts) { facts.nothing.x(); },')],
])('a rule that throws %s is named beside the file', (_name, source, rules) => {
  const texts = { 'fb.c': 'int f(int a) { return a; }\n', 'fb.rs': 'fn f() {}\n' };
  const root = temporaryFolder({ [source]: source === 'fb.c' ? texts['fb.c'] : texts['fb.rs'] });
  const { status, stdout } = rustward(['scan', root, '--no-state', '--rules', file(rules)]);
  expect(status).toBe(3);
  expect(stdout).toMatch(
    /the analysis failed: the rule acme\/broken failed: .*(nothing|unit|'[xy]')/,
  );
});

test('what a rule hears is heard as before: its listener may have a state', () => {
  const root = temporaryFolder({ 'a.c': 'void f(void) {}\nvoid g(void) {}\n' });
  const listens = `inspect() {}, listen(report) {
    return { enter(fn) {
      this.first ??= fn.name;
      if (fn.name !== this.first) report(fn, 'not the first', { confidence: 0.7 });
    } };
  },`;
  const { stdout } = rustward([
    ...['scan', root, '--no-state', '--format', 'json', '--rules'],
    file(pack('acme/second', listens)),
  ]);
  // Of the two functions, the one that was entered last.
  expect(JSON.parse(stdout).candidates).toMatchObject([{ pattern: 'acme/second' }]);
});

describe('a package is refused that', () => {
  test.each([
    ['is not there', '/nowhere/rules.mjs', 'there is no file /nowhere/rules.mjs'],
    ['is a path of this folder', './nosuch.mjs', `there is no file ${resolve('nosuch.mjs')}`],
    ['is called like none', 'no-such-package-anywhere', 'there is no such package'],
  ])('%s', (_name, name, problem) => {
    const { status, stderr } = rustward(['scan', temporaryFolder(), '--rules', name]);
    expect([status, stderr.split('\n').length]).toEqual([2, 2]);
    expect(stderr).toContain(problem);
  });

  test.each([
    ['does not load', 'export const rules = [', 'cannot load'],
    ['exports nothing', 'export const other = [];', 'exports no rules'],
    ['has an id without a name of its own', pack('names'), 'must be like company/rule_name'],
    ['has a rule that looks at nothing', pack('acme/x', 'inspect: undefined,'), 'inspect'],
    ['has a rule for Rust without a check', rustPack('acme/x', 'check: undefined,'), 'check'],
    ['has a rule for Rust and C', rustPack('acme/x', "languages: ['rust', 'c'],"), 'languages'],
    [
      'has one rule twice',
      `${pack('acme/x')}\nrules.push(rules[0]);`,
      'two rules are called acme/x',
    ],
  ])('%s', async (_name, text, problem) => {
    await expect(loadRulePackages([pathToFileURL(file(text)).href])).rejects.toThrow(problem);
  });
});

test('a name without ./ that is a file here is told how to name it', () => {
  const folder = temporaryFolder({ 'myrules.mjs': 'export const rules = [];' });
  expect(() => findRulePackages(['myrules.mjs'], folder)).toThrow(
    '--rules myrules.mjs: there is no such package; write ./myrules.mjs for the file of this folder',
  );
  expect(() => findRulePackages(['other.mjs'], folder)).toThrow('name a file by its path');
  expect(() => findRulePackages(['./'], folder)).toThrow('this is a folder without a package');
});

test('a bare name is never looked up in the folder one is in', () => {
  const folder = temporaryFolder({
    'node_modules/evil/package.json': '{"name":"evil","main":"index.js"}',
    'node_modules/evil/index.js': '',
  });
  expect(() => findRulePackages(['evil'], folder)).toThrow('there is no such package');
  const address = pathToFileURL(join(folder, 'node_modules/evil/index.js')).href;
  expect(findRulePackages(['./node_modules/evil'], folder)).toEqual([address]);
});
