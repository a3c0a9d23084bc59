import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { runCRules } from '../../../src/rules/c/run-rules.ts';
import { C_RULES } from '../../../src/rules/c-rules.ts';

const parser = await loadGrammars().parser('c');

const BOOK = (check: string) => `#include <stdint.h>
#include <string.h>
struct slice { int from; int count; };
struct book { const uint8_t *text; int size; struct slice page; };
static uint32_t number(const uint8_t *p) { return p[0] | (uint32_t)p[3] << 24; }
int open_page(struct book *book, const uint8_t *p) {
  book->page.count = number(p);
  return ${check} ? -1 : 0;
}
void read_page(const struct book *book, uint8_t *out) {
  const struct slice *page = &book->page;
  memcpy(out, book->text, page->count);
}`;

test.each([
  ['book->page.count > book->size', 0.62],
  ['book->page.count < 0 || book->page.count > book->size', 0.4],
  ['book->page.count > sizeof(struct book)', 0.4],
])(
  'a field that gets numbers without a sign is sure to be a wrong length behind %s or not',
  (check, confidence) => {
    const { hits } = runCRules(parseSyntax(parser, BOOK(check)), 'c', parser, {
      path: 'src/main.c',
      rules: C_RULES,
    });
    const lengths = hits.filter(({ rule }) => rule === 'signed_unsigned_conversion');
    expect(lengths.map((hit) => hit.confidence)).toEqual([confidence]);
  },
);
