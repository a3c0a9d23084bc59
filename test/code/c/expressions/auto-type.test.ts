import { expect, test } from '@jest/globals';
import { autoType } from '../../../../src/code/c/expressions/initialisers.ts';
import type { Expr } from '../../../../src/code/c/ir/ast.ts';
import type { CType } from '../../../../src/code/c/ir/types.ts';

const RECORD: CType = { kind: 'record', name: 'Row' };
const REFERENCE: CType = { kind: 'pointer', to: RECORD, reference: true };
const DECLARED: CType = { kind: 'unknown', name: 'auto' };

test('auto is no reference, and auto & is one and not two', () => {
  const init: Expr = {
    ...{ kind: 'name', name: 'row', variable: undefined },
    ...{ type: REFERENCE, start: 0, end: 3 },
  };
  expect(autoType(DECLARED, init)).toEqual(RECORD);
  expect(autoType({ ...REFERENCE, to: DECLARED }, init)).toEqual(REFERENCE);
});
