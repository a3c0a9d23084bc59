import { expect, test } from '@jest/globals';
import { variantConstants } from '../../../src/equivalence/pairing/variant-constants.ts';

function found(constants: Record<string, number>, ...variants: string[]) {
  const entries = Object.entries(constants).map(([name, value]) => [name, BigInt(value)] as const);
  const all = variantConstants(
    entries,
    variants.map((name) => ({ name })),
  );
  return Object.fromEntries([...all].map(([name, value]) => [name, Number(value)]));
}

test('the family with a constant for most of the variants counts', () => {
  const constants = { JV_ESYNTAX: -2, JV_EDEPTH: -3, JV_MAX_DEPTH: 64, JV_EEOF: -4 };
  expect(found(constants, 'Syntax', 'Depth', 'Eof')).toEqual({ Syntax: -2, Depth: -3, Eof: -4 });
});

test('names are those of whole words', () => {
  expect(found({ KIND_INT: 1, KIND_UINT: 2 }, 'Int', 'Uint')).toEqual({ Int: 1, Uint: 2 });
  expect(found({ ERR_NO_MEM: 5 }, 'NoMem')).toEqual({ NoMem: 5 });
  expect(found({ TOO_LONG: 5 }, 'Ng')).toEqual({});
  expect(found({ E_INVAL: 1, E_RANGE: 2 }, 'Invalid', 'Range')).toEqual({ Invalid: 1, Range: 2 });
  expect(found({ E_IN: 1 }, 'Invalid')).toEqual({});
  expect(found({ T_INT: 1, T_STRING: 2 }, 'Int', 'Str')).toEqual({ Int: 1, Str: 2 });
  expect(found({ T_STRING: 2, T_STR: 3, T_STRUCT: 4 }, 'Str')).toEqual({ Str: 3 });
  expect(found({ T_STRING: 2, T_STRUCT: 4 }, 'Str')).toEqual({});
});

test('two families that do as well tell nothing where they differ', () => {
  expect(found({ A_ON: 1, A_OFF: 0, B_ON: 2, B_OFF: 0 }, 'On', 'Off')).toEqual({});
  expect(found({ A_ON: 1, A_OFF: 0, B_ON: 1, B_OFF: 0 }, 'On', 'Off')).toEqual({ On: 1, Off: 0 });
});
