import { expect, test } from '@jest/globals';
import { rangesInUnit } from '../../../support/c-code.ts';

const seen = (body: string): readonly string[] =>
  rangesInUnit(`struct in { int x; }; struct s { struct in *in; } go;
void f(char *p, int *q, short *h, unsigned char *b, int n) { ${body} }`);

test('what was read as one type is another number as another type', () => {
  expect(seen('if (*p) see(*(unsigned char *)p);')).toEqual(['0..255']);
  expect(seen('if (*q < 100) see(*(unsigned *)q);')).toEqual(['0..4294967295']);
  expect(seen('*p = -1; see(*(unsigned char *)p);')).toEqual(['0..255']);
  expect(seen('while (*p) { if (*(unsigned char *)p > 127) see(1); p++; }')).toEqual(['1..1']);
});

test('more bytes are another number', () => {
  expect(seen('if (*h) if (*(int *)h > 40000) see(1);')).toEqual(['1..1']);
  expect(seen('if (b[0] == 3) if (*(int *)b == 300) see(1);')).toEqual(['1..1']);
});

test('the same type gives the same number', () => {
  expect(seen('if (*p == 4) see(*p);')).toEqual(['4..4']);
  expect(seen('char c = *p; if (c > 3) see(*p);')).toEqual(['4..127']);
});

test('a pointer that is one of several leads to what each of them leads to', () => {
  const body = 'struct in i = {1}; struct s s = {&i}, *at = n ? &s : &go; see(at->in->x);';
  expect(seen(body)).toEqual(['-2147483648..2147483647']);
});
