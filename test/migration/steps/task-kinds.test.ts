import { describe, expect, test } from '@jest/globals';
import { taskKinds } from '../../../src/migration/steps/task-kinds.ts';

function source(name: string, parameters: string, body: string, context = '') {
  const signature = `int ${name}(${parameters})`;
  return { signature, text: `${signature}\n{${body}}`, context };
}

describe('the kinds of a task', () => {
  test.each([
    ['const unsigned char *data, size_t n', 'return 0;', 'takes a buffer and its length'],
    ['int (*each)(int)', 'return each(1);', 'takes a function to call'],
    ['const char *form, ...', 'return 0;', 'takes variable arguments'],
    ['struct node *at', 'while (at) at = at->next; return 0;', 'walks a list by pointers'],
    ['int n', 'return malloc(n) != 0;', 'allocates memory'],
    ['char *text', 'free(text); return 0;', 'frees memory'],
    ['void', 'static int n; return n++;', 'keeps state between calls'],
    ['int n', 'if (n) goto out; out: return 0;', 'leaves by goto'],
    ['unsigned n', 'return n << 3;', 'works on bits'],
    ['int n', 'return -1;', 'returns negative numbers for errors'],
  ])('of (%s) with %s are just: %s', (parameters, body, kind) => {
    expect(taskKinds(source('f', parameters, body))).toEqual([kind]);
  });

  test('tell unions by the types that it uses, and nothing by comments, strings or members', () => {
    expect(taskKinds(source('f', 'int n', 'return n;', 'union u { int a; };'))).toEqual([
      'works on a union',
    ]);
    const body = '/* free(x) goto */ at->x = x->y; puts("free("); return n - 1;';
    expect(taskKinds(source('f', 'int n, size_t size', body))).toEqual([]);
  });
});
