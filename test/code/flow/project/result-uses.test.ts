import { describe, expect, test } from '@jest/globals';
import { hardlyTested, resultUses } from '../../../../src/code/flow/project/result-uses.ts';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../../src/code/syntax/syntax.ts';
import { mallocNoNullCheck } from '../../../../src/rules/c/malloc-no-null-check.ts';
import { runCRules } from '../../../../src/rules/c/run-rules.ts';
import { lower } from '../../../support/c-code.ts';

const parser = await loadGrammars().parser('c');

const COPY = `#include <stdlib.h>
#include <string.h>
void fail(void);
char *copy_name(const char *name) {
  char *copy = malloc(strlen(name) + 1);
  if (!copy) return 0;
  strcpy(copy, name);
  return copy;
}
`;

/** A function that keeps a copy and writes into it. */
const untested = (index: number) =>
  `void use${index}(const char *name) { char *own = copy_name(name); own[0] = 'a'; free(own); }\n`;
const tested = (index: number) =>
  `void ask${index}(const char *name) { char *own = copy_name(name); if (own == 0) return; own[0] = 'a'; free(own); }\n`;
const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join('');

describe('how results are used', () => {
  test('a result counts as tested where a condition asks for what holds it', () => {
    const unit = lower(`struct box { char *name; };
char *copy_name(const char *name);
int size_of(const char *name);
void a(const char *n) { char *own = copy_name(n); if (own) own[0] = 1; }
void b(const char *n) { char *own; if ((own = copy_name(n)) == 0) return; own[0] = 1; }
void c(struct box *b, const char *n) { b->name = copy_name(n); b->name[0] = 1; }
void d(struct box *b, const char *n) { b->name = (char *)copy_name(n); while (!b->name) return; }
char *e(const char *n) { return copy_name(n); }
void f(const char *n) { int size = size_of(n); copy_name(n); }
void g(const char *n) { char *own = copy_name(n); own[0] = own[1] ? 'a' : 'b'; }`);
    expect(resultUses(unit.functions)).toEqual([{ callee: 'copy_name', tested: 3, untested: 2 }]);
  });

  test('a condition that only looks through it tests something else', () => {
    const unit = lower(`struct box { char *name; int used; };
struct box *make(void);
int valid(struct box *b);
void a(void) { struct box *b = make(); if (b->used) return; }
void b(void) { struct box *b = make(); while (b[0].used > 3 && (*b).used) return; }
void c(void) { struct box *b = make(); if (valid(b)) return; }
void d(void) { struct box *b = make(); if (b && b->used) return; }
`);
    expect(resultUses(unit.functions)).toContainEqual({ callee: 'make', tested: 2, untested: 2 });
  });

  test('what the C library says of its functions, no custom changes', () => {
    const unit = lower(
      `#include <stdlib.h>\n${many(20, (at) => `void u${at}(void) { char *p = malloc(9); p[0] = 1; }\n`)}`,
    );
    expect(resultUses(unit.functions)).toEqual([]);
  });

  test('many calls make a custom, over all files together, and few tests do not break it', () => {
    const uses = (tests: number, others: number) => [
      { callee: 'copy_name', tested: tests, untested: others },
    ];
    expect([...hardlyTested([uses(0, 4), uses(0, 4)])]).toEqual(['copy_name']);
    expect([...hardlyTested([uses(1, 10), uses(1, 8)])]).toEqual(['copy_name']);
    expect([...hardlyTested([uses(0, 7)])]).toEqual([]);
    expect([...hardlyTested([uses(1, 7)])]).toEqual([]);
    expect([...hardlyTested([])]).toEqual([]);
  });
});

describe('the result of an allocating function of the project', () => {
  const confidences = (text: string) =>
    runCRules(parseSyntax(parser, text), 'c', parser, {
      path: 'src/main.c',
      rules: [mallocNoNullCheck],
    }).hits.map(({ confidence }) => confidence);

  test('is a finding where others test it', () => {
    const [first = 0] = confidences(COPY + many(6, tested) + many(2, untested));
    expect(first).toBeGreaterThanOrEqual(0.67);
  });

  test('is the least of findings where nearly no caller tests it', () => {
    const all = confidences(COPY + many(10, untested));
    expect(all).toHaveLength(10);
    expect(Math.max(...all)).toBeLessThan(0.67);
    expect(Math.min(...all)).toBeGreaterThanOrEqual(0.5);
  });
});
