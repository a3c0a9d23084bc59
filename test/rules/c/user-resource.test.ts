import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { NO_PROJECT } from '../../../src/code/flow/project/project-knowledge.ts';
import { setUserModels } from '../../../src/code/library-models/lookup.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { RULES } from '../../../src/rules/index.ts';
import { parseRuleFile } from '../../../src/security/rule-packages/rule-file.ts';
import { analyseFile } from '../../../src/security/scan/analyse-file.ts';

const grammars = loadGrammars();

const MODELS = `functions:
  - name: handle_new
    returns: { memory: { what: other, failure: "null" } }
  - name: handle_free
    releases: { argument: 1, what: other }
  - name: next_line
    returns: { text: { from: network, may_be_null: true } }
  - name: log_open
    returns: { memory: { what: file, failure: "null" } }
  - name: log_close
    releases: { argument: 1, what: file }
`;

const HEAD = `#include <stdio.h>
struct handle { int count; };
struct handle *handle_new(void); void handle_free(struct handle *);
char *next_line(void); FILE *log_open(const char *); void log_close(FILE *);
`;

/** The rules that find something, each with its line. */
async function found(body: string): Promise<string[]> {
  const { hits } = await analyseFile('a.c', HEAD + body, grammars, NO_PROJECT, RULES);
  return hits
    .filter(({ confidence }) => confidence >= 0.5)
    .map(({ location, rule }) => `${location.line} ${rule}`);
}

beforeEach(() => setUserModels(parseRuleFile(MODELS, 'rules.yml').functions));
afterEach(() => setUserModels(new Map()));

test.each([
  [
    'lost',
    'int f(void) {\n struct handle *h = handle_new();\n if (!h) return 1;\n return h->count;\n}\n',
    ['6 resource_leak'],
  ],
  [
    'used unchecked',
    'void f(void) {\n struct handle *h = handle_new();\n h->count = 1;\n handle_free(h);\n}\n',
    ['7 malloc_no_null_check'],
  ],
  [
    'used when it is gone',
    'void f(void) {\n struct handle *h = handle_new();\n if (!h) return;\n handle_free(h);\n h->count = 1;\n}\n',
    ['9 use_after_free'],
  ],
  [
    'a stream that is used unchecked',
    'void f(void) {\n FILE *log = log_open("x");\n fputs("a", log);\n log_close(log);\n}\n',
    ['7 malloc_no_null_check'],
  ],
  [
    'a stream that is used when it is closed',
    'void f(void) {\n FILE *log = log_open("x");\n if (!log) return;\n log_close(log);\n fputs("a", log);\n}\n',
    ['9 use_after_free'],
  ],
  [
    'a text that may be null',
    'int f(void) {\n char *line = next_line();\n return line[0];\n}\n',
    ['7 malloc_no_null_check'],
  ],
  [
    'used and given back',
    'void f(void) {\n struct handle *h = handle_new();\n if (!h) return;\n h->count = 1;\n handle_free(h);\n}\n',
    [],
  ],
])('what a user says of a function: %s', async (_name, body, rules) => {
  const all = await found(body);
  expect(all.filter((one) => !one.endsWith('unchecked_io'))).toEqual(rules);
});

test('without what a user says, nothing is known of it', async () => {
  setUserModels(new Map());
  const body =
    'void f(void) {\n struct handle *h = handle_new();\n h->count = 1;\n handle_free(h);\n}\n';
  expect(await found(body)).toEqual([]);
});
