import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { parse } from 'yaml';
import { NO_PROJECT } from '../../../src/code/flow/project/project-knowledge.ts';
import { setUserModels } from '../../../src/code/library-models/lookup.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { messageOf, UsageError } from '../../../src/errors.ts';
import { parseRuleFile } from '../../../src/security/rule-packages/rule-file.ts';
import { analyseFile } from '../../../src/security/scan/analyse-file.ts';
import { checkExamples } from '../../../src/security/scan/check-examples.ts';

const grammars = loadGrammars();
const root = join(import.meta.dirname, '../../..');

/** What rules of a file of rules say of a program: `line rule`, by line. */
async function hitsOf(rules: string, path: string, program: string): Promise<string[]> {
  const file = parseRuleFile(rules, 'rules.yml');
  setUserModels(file.functions);
  try {
    const { hits } = await analyseFile(path, program, grammars, NO_PROJECT, file.rules);
    return hits
      .filter(({ confidence }) => confidence >= 0.5)
      .map(({ location, rule, message }) => `${location.line} ${rule}: ${message}`);
  } finally {
    setUserModels(new Map());
  }
}

/** A rule on calls of `f`, with more of its keys. */
function onCalls(more: string): string {
  return `rules: [{ id: acme/calls, title: A call, call: f, ${more} }]`;
}

const arrays = '#include <stdlib.h>\nvoid f(int, const char *);\n';

describe('which calls of C are reported', () => {
  test.each([
    ['all', '', ['3', '4', '5']],
    ['by a number below', 'argument: 1, is: { below: 10 }', ['3']],
    ['by a number above', 'argument: 1, is: { above: 10 }', ['4']],
    ['by a number', 'argument: 1, is: { equal: 50 }', ['4']],
    ['by a text', 'argument: 2, is: { equal: md5 }', ['3']],
    ['by a literal', 'argument: 2, is: literal', ['3', '4']],
    ['by what is no literal', 'argument: 2, is: not_literal', ['5']],
    ['by null', 'argument: 2, is: null', ['5']],
    ['by what comes from outside', 'argument: 2, is: untrusted', ['5']],
    ['by any argument', 'is: untrusted', ['5']],
  ])('%s', async (_name, more, lines) => {
    const program = `${arrays}void a(void) { f(5, "md5"); }
void b(void) { f(50, "sha256"); }
void c(int n) { f(n, getenv("HOME")); }
`;
    const hits = await hitsOf(onCalls(more.replace('is: null', 'is: "null"')), 'a.c', program);
    expect(
      hits.filter((hit) => hit.includes('acme/calls')).map((hit) => hit.split(' ')[0]),
    ).toEqual(lines);
  });

  test('those whose result nothing uses', async () => {
    const program =
      'int f(int);\nint a(void) { f(1); return f(2); }\nint b(void) { return f(3); }\n';
    const hits = await hitsOf(onCalls('result: ignored'), 'a.c', program);
    expect(hits).toEqual(['2 acme/calls: the result of `f` is ignored']);
  });

  test('data of a caller is not from outside: it may be harmless', async () => {
    const program = `${arrays}void a(const char *text) { f(1, text); }\n`;
    expect(await hitsOf(onCalls('is: untrusted'), 'a.c', program)).toEqual([]);
  });
});

test('a message says what was found', async () => {
  const rules = onCalls('is: untrusted, message: "{source} is argument {argument} of {function}"');
  const program = `${arrays}void a(void) { f(1, getenv("A")); }\n`;
  const hits = await hitsOf(rules, 'a.c', program);
  expect(hits).toContain('3 acme/calls: getenv() is argument 2 of f');
});

test.each([
  ['', ['2', '3']],
  ['argument: 1, is: untrusted', ['2']],
  ['argument: 1, is: literal', ['3']],
  ['argument: 1, is: { equal: hello }', ['3']],
])('calls of Rust, %s', async (more, lines) => {
  const rules = `rules: [{ id: acme/log, title: A call, languages: rust, call: "legacy::log", ${more} }]`;
  const program = `fn a() {
    legacy::log(&std::env::args().nth(1).unwrap_or_default());
    legacy::log("hello");
    other::log("hello");
}
`;
  const hits = await hitsOf(rules, 'a.rs', program);
  expect(hits.filter((hit) => hit.includes('acme/log')).map((hit) => hit.split(' ')[0])).toEqual(
    lines,
  );
});

describe('what functions do that the code does not hold', () => {
  test('where data comes from', async () => {
    const functions = `functions:
  - name: acme_receive
    writes: [{ argument: 1, size: { argument: 2 }, from: network }]
    returns: { number: { at_least: -1, at_most_argument: 2, from: network } }
`;
    const program = `#include <stdlib.h>
void a(void) {
  char line[64];
  acme_receive(line, sizeof line);
  system(line);
}
void b(void) {
  char line[64];
  acme_receive(line, 65);
}
`;
    const hits = await hitsOf(functions, 'a.c', program);
    expect(hits).toEqual([
      '5 command_exec: `system` hands text from acme_receive() to a shell',
      '9 boundary_funcs: acme_receive writes past the end of `line`',
    ]);
    const unknown = await analyseFile('a.c', program, grammars, NO_PROJECT);
    expect(unknown.hits.filter(({ confidence }) => confidence >= 0.5)).toEqual([]);
  });

  test('what is allocated and given back', async () => {
    const functions = `functions:
  - { name: [acme_new, acme_more], returns: { memory: { size: { argument: 1, times: 2 }, failure: never } } }
  - { name: acme_delete, releases: { argument: 1 } }
`;
    const program = `void a(void) {
  char *p = acme_new(4, 4);
  p[16] = 1;
  acme_delete(p);
  acme_delete(p);
}
void b(void) { char *q = acme_more(2, 2); q[0] = 1; }
`;
    const hits = await hitsOf(functions, 'a.c', program);
    expect(hits.map((hit) => hit.split(':')[0])).toEqual([
      '3 out_of_bounds_write',
      '5 double_free',
      '7 memory_leak',
    ]);
  });

  test('what is copied or written without a limit', async () => {
    const functions = `functions:
  - { name: acme_gets, writes: [{ argument: 1, from: stdin, terminated: "yes" }] }
  - { name: acme_copy, writes: [{ argument: 2, copies: 1, terminated: "yes" }] }
  - { name: acme_stamp, writes: [{ argument: 1, size: { bytes: 26 } }] }
`;
    const program = `void a(void) {
  char line[16];
  acme_gets(line);
}
void b(void) {
  char word[4];
  acme_copy("0123456789", word);
  acme_copy("012", word);
}
void c(void) {
  char time[25], enough[26];
  acme_stamp(time);
  acme_stamp(enough);
}
`;
    expect(await hitsOf(functions, 'a.c', program)).toEqual([
      '3 unsafe_api: `acme_gets` writes without a limit to `line`',
      '7 unsafe_api: acme_copy writes more than `word` can hold',
      '12 boundary_funcs: acme_stamp writes past the end of `time`',
    ]);
  });

  test.each(['null', 'negative', 'nonzero', 'short'])(
    'whose failure, %s, must not be ignored',
    async (failure) => {
      const functions = `functions: [{ name: run, fails_with: "${failure}" }]`;
      const program = 'int run(int);\nvoid a(void) { run(1); }\nint b(void) { return run(1); }\n';
      expect(await hitsOf(functions, 'a.c', program)).toEqual([
        '2 ignored_error_path: `run` can fail, and its result is ignored',
      ]);
    },
  );

  test('what a body in the tree does counts more', async () => {
    const functions = 'functions: [{ name: own, releases: { argument: 1 } }]';
    const program = `#include <stdlib.h>
void own(char *p) { p[0] = 1; }
void a(void) { char p[1]; own(p); own(p); }
`;
    expect(await hitsOf(functions, 'a.c', program)).toEqual([]);
  });
});

test.each([
  [
    'rules: [{ id: a/x, title: T, calls: f }]',
    'rules.yml:1: there is no key "calls" in rules.0; did you mean "call"?',
  ],
  [
    'rules: [{ id: a/x, title: T, call: f, is: { belw: 3 } }]',
    'rules.yml:1: rules.0.is: there is no key "belw"',
  ],
  [
    'rules: [{ id: x, title: T, call: f }]',
    'rules.yml:1: rules.0.id: must be like company/rule_name',
  ],
  [
    'rules:\n  - { id: a/b, title: T, call: f, argumnt: 1 }',
    'rules.yml:2: there is no key "argumnt" in rules.0; did you mean "argument"?',
  ],
  ['rules: [{ id: a/b, title: T }]', 'rules.0: must have either call or pattern'],
  [
    'rules: [{ id: a/b, title: T, call: f, pattern: "f($X)" }]',
    'rules.0: must have either call or pattern',
  ],
  [
    'rules: [{ id: a/b, title: T, pattern: "f($X)", is: literal }]',
    'rules.0: has a pattern: argument, is and result are for rules with call',
  ],
  [
    'rules: [{ id: a/b, title: T, call: f, pattern-not: "f($X)" }]',
    'rules.0: has no pattern: what else begins with pattern, and metavariable-regex, need one',
  ],
  [
    'rules: [{ id: a/b, title: T, pattern: "f($X)", languages: rust }]',
    'rules.0.languages: patterns are of C and C++',
  ],
  [
    'rules: [{ id: a/b, title: T, patern: "f($X)" }]',
    'there is no key "patern" in rules.0; did you mean "pattern"?',
  ],
  [
    'rules: [{ id: a/b, title: T, pattern: "f($X)", metavariable-regex: { $X: "(" } }]',
    'is no regular expression',
  ],
  [
    'rules: [{ id: a/b, title: T, pattern: "f($X)", metavariable-regex: { X: "a" } }]',
    'must be a metavariable such as $X',
  ],
  [
    'rules: [{ id: a/b, title: T, call: "f(x)" }]',
    'rules.0.call: must be the name of a function, with * for any part',
  ],
  [
    'rules: [{ id: a/b, title: T, call: f, is: untrustd }]',
    'rules.0.is: must be untrusted, literal, not_literal or null',
  ],
  ['rules: [{ id: a/b, title: T, call: f, argument: 1 }]', 'has an argument, and not what it "is"'],
  [
    'rules: [{ id: a/b, title: T, call: f, languages: [c, rust] }]',
    'is for Rust and for C at once',
  ],
  [
    'rules: [{ id: a/b, title: T, call: f, languages: rust, result: ignored }]',
    'of Rust, null pointers and ignored results are not looked for',
  ],
  [
    'functions: [{ name: f, returns: { memory: {}, number: {} } }]',
    'must have one of memory, text, number and argument',
  ],
  ['{}', 'it has neither rules nor functions'],
  ['rules: [', 'rules.yml:1: no YAML'],
])('%s is refused with its line', (text, problem) => {
  expect(() => parseRuleFile(text, 'rules.yml')).toThrow(UsageError);
  expect(() => parseRuleFile(text, 'rules.yml')).toThrow(problem);
});

test('where no keys are known that could be meant, none are promised', () => {
  const text = 'functions: [{ name: f, returns: { memory: { sice: 3 } } }]';
  expect(() => parseRuleFile(text, 'rules.yml')).toThrow(
    /there is no key "sice" in functions\.0\.returns\.memory$/,
  );
});

test('any text is parsed or refused with a line for each mistake', () => {
  const values = fc
    .anything({ maxDepth: 4 })
    .map((value) => JSON.stringify({ rules: [value] }) ?? '');
  fc.assert(
    fc.property(fc.oneof(fc.string(), values), (text) => {
      try {
        parseRuleFile(text, 'rules.yml');
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(UsageError);
        for (const line of messageOf(thrown).split('\n')) expect(line).toMatch(/^rules\.yml/);
      }
    }),
  );
});

test('an example of a rule for C and C++ may be one of C++', async () => {
  const text = `rules:
  - id: acme/short_key
    title: A short key
    call: "Crypto::new_key"
    examples:
      bad: ["struct Crypto { static int new_key(int); };\\nint f() { return Crypto::new_key(1); } // defect"]
      good: ["int new_key(int);\\nint f(void) { return new_key(1); }"]
`;
  const [rule] = parseRuleFile(text, 'rules.yml').rules;
  expect(rule && (await checkExamples(rule, grammars))).toEqual([]);
});

test('the examples of the documentation are as it says, and fit the schema', async () => {
  const page = readFileSync(join(root, 'docs/rule-packages.md'), 'utf8');
  const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const { rules, functions } = parseRuleFile(text, 'docs/rule-packages.md');
  expect(rules.length).toBeGreaterThan(2);
  expect(functions.size).toBeGreaterThan(2);
  for (const rule of rules) expect(await checkExamples(rule, grammars)).toEqual([]);
  const schema = readFileSync(join(root, 'schemas/rules.schema.json'), 'utf8');
  const check = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(schema));
  expect([check(parse(text)), check.errors]).toEqual([true, null]);
});
