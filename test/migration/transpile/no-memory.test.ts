import { describe, expect, test } from '@jest/globals';
import { withoutNoMemory } from '../../../src/migration/transpile/no-memory.ts';

/** A function with a statement behind an allocation. */
const rest = (statement: string, call = 'malloc(n)') =>
  `char *f(int n) { char *p = ${call}; ${statement} return p; }`;

const plain = (text: string) => text.replaceAll(/\s+/g, '');

describe('what is done only without memory goes', () => {
  test.each([
    'if (!p) exit(1);',
    'if (!(p)) exit(1);',
    'if (p == NULL) exit(1);',
    'if ((p) == NULL) exit(1);',
    'if (NULL == p) exit(1);',
    'if (p == 0) { fputs("no (memory)", stderr); exit(1); }',
    'if (n > 0 && p == NULL) { exit(1); }',
    'if (p == MY_NULL) exit(1);',
  ])('%s', (statement) => {
    const left = withoutNoMemory(rest(statement));
    expect(left).not.toContain('exit');
    expect(left).toContain('return p; }');
  });

  test.each(['calloc(n, 2)', 'realloc(q, n)', 'reallocarray(q, n, 2)', 'aligned_alloc(16, n)'])(
    'behind %s',
    (call) => expect(withoutNoMemory(rest('if (!p) exit(1);', call))).not.toContain('exit'),
  );

  test('behind an allocation in the condition, and behind one of two', () => {
    for (const text of [
      'void f(int n) { char *p; if (!(p = malloc(n))) exit(1); use(p); }',
      'void f(int n) { char *p; if ((p = malloc(n)) == NULL) exit(1); use(p); }',
      'void f(int n) { char *p = n ? malloc(n) : malloc(1); if (!p) exit(1); use(p); }',
    ]) {
      const left = withoutNoMemory(text);
      expect(left).not.toContain('exit');
      expect(left).toContain('use(p)');
    }
  });

  test('what ends the function where there is memory makes the rest the same', () => {
    const left = withoutNoMemory(rest('if (p != NULL) return p; exit(1);'));
    expect(plain(left)).toBe(
      plain('char *f(int n) { char *p = malloc(n); if (p != NULL) return p;}'),
    );
  });
});

describe('what else is done stays', () => {
  test.each([
    ['of another name', 'if (!q) exit(1);'],
    ['where there is memory', 'if (p) used(p);'],
    ['in another case too', 'if (!p || n < 0) exit(1);'],
    ['of something else', 'if (n == 0) exit(1);'],
    ['behind a return that is one of several', 'if (p) { used(p); return p; } exit(1);'],
  ])('%s', (_what, statement) => {
    expect(withoutNoMemory(rest(statement))).toBe(rest(statement));
  });

  test('without an allocation', () => {
    const text = 'char *f(char *p) { if (!p) exit(1); return p; }';
    expect(withoutNoMemory(text)).toBe(text);
    const compared = 'int f(char *p) { if (p == malloc(1)) return 1; if (!p) exit(1); return 0; }';
    expect(withoutNoMemory(compared)).toBe(compared);
  });

  test('what is done where there is memory, behind else', () => {
    const left = withoutNoMemory(rest('if (!p) exit(1); else fill(p);'));
    expect(left).toContain('else fill(p);');
  });
});
