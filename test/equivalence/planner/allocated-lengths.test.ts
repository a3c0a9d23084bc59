import { describe, expect, test } from '@jest/globals';
import type { ClangRecord } from '../../../src/code/clang/types.ts';
import { lengthText } from '../../../src/equivalence/cases/length-expression.ts';
import { allocatedLengths } from '../../../src/equivalence/planner/allocated-lengths.ts';

const size = { kind: 'integer', bits: 64, signed: false, isCharacter: false } as const;
const RECORD: ClangRecord = {
  id: 'm',
  name: 'struct matrix',
  tag: 'struct',
  fields: ['rows', 'columns', 'data'].map((name) => ({ name, type: size, spelled: 'size_t' })),
};

const MACROS = `
#define CELLS(r, c) ((r) * (c)) /* of a matrix */
#define PADDED(n) (CELLS(n, 2) + PAD)
#define PAD 1
#define TWICE 1
#define TWICE 2
`;

function lengthOf(...sources: string[]): string | undefined {
  const found = allocatedLengths(sources, MACROS)(RECORD, 'data');
  return found && lengthText(found);
}

describe('how many elements a field has', () => {
  test.each([
    ['m->data = malloc(m->rows * m->columns * sizeof *m->data);', 'rows * columns'],
    ['m->data = (int *)malloc(sizeof(int) * (m->rows + 1));', 'rows + 1'],
    ['m.data = calloc((size_t)r, sizeof(int)); m.rows = r;', 'rows'],
    ['m->data = calloc(sizeof(int), CELLS(r, m->columns)); m->rows = r;', 'rows * columns'],
    ['m->data = realloc(m->data, PADDED(m->rows) * sizeof(int));', '(rows * 2) + 1'],
    ['m->data = xmalloc(m->rows /* bytes */ << 2);', 'rows << 2'],
  ])('is read from %s', (source, length) => {
    expect(lengthOf(source)).toBe(length);
  });

  test.each([
    ['is not a field', 'm->data = malloc(n);'],
    ['is computed otherwise', 'm->data = malloc(length(m->rows));'],
    ['is the size of something', 'm->data = malloc(sizeof(struct matrix));'],
    ['is a sum beside a size', 'm->data = malloc(m->rows + 1 * sizeof(int));'],
    ['uses a macro with two meanings', 'm->data = malloc(m->rows * TWICE);'],
    ['is another field', 'm->other = malloc(m->rows);'],
    ['is a constant', 'm->data = malloc(16);'],
  ])('is not told where it %s', (_, source) => {
    expect(lengthOf(source)).toBeUndefined();
  });

  test('is not told where functions differ', () => {
    const first = 'm->data = malloc(m->rows);';
    expect(lengthOf(first, first)).toBe('rows');
    expect(lengthOf(first, 'm->data = malloc(m->columns);')).toBeUndefined();
  });
});
