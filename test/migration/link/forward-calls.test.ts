import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ClangFunction } from '../../../src/code/clang/unit.ts';
import { forwardCalls } from '../../../src/migration/link/forward-calls.ts';
import { ANY_CHARACTER } from '../../support/any-character.ts';

/** A function of a text, by where its text, its body and its end stand, in characters. */
function functionAt(source: string, name: string, params: readonly string[]): ClangFunction {
  const start = source.indexOf(`int ${name}`);
  const open = source.indexOf('{', start);
  const close = source.indexOf('}', open);
  const place = (at: number) => {
    const before = Buffer.from(source.slice(0, at)).toString('latin1');
    const line = before.split('\n').length;
    return { line, column: before.length - before.lastIndexOf('\n') };
  };
  const [from, body, end] = [place(start), place(open), place(close)];
  const int = { kind: 'integer', bits: 32, signed: true, isCharacter: false } as const;
  return {
    ...{ name, returns: int, returnSpelled: 'int', isVariadic: false, isStatic: false, body },
    params: params.map((param) => ({ name: param, type: int, spelled: 'int' })),
    range: {
      ...{ file: 'a.c', startLine: from.line, startColumn: from.column },
      ...{ endLine: end.line, endColumn: end.column },
    },
    ...{ views: [], passes: [], shares: [] },
    ...{ calls: [], addressTaken: [], hasUnresolvedCalls: false, globals: [], types: [] },
    macros: [],
    undefinedMacros: [],
  };
}

const SOURCE = `/* für */ int half(int a)
{
  /* ½ */
  return a / 2;
}
/* é */ int none(void) { return 0; } int last;
`;

function forwarded(replaced: Parameters<typeof forwardCalls>[1], source = SOURCE): string {
  const text = forwardCalls(Buffer.from(source), replaced).toString();
  return text.slice(text.indexOf('#line 1\n') + '#line 1\n'.length);
}

test('bodies call shims, and all else stays where it was', () => {
  const half = functionAt(SOURCE, 'half', ['a']);
  const none = functionAt(SOURCE, 'none', []);
  const text = forwarded([
    { function: none, symbol: 'rustward_none' },
    { function: half, symbol: 'rustward_half' },
  ]);
  expect(text).toBe(`/* für */ int half(int a)
{ __extension__ __typeof__((half)(a)) rustward_half(__typeof__(a)); return rustward_half(a); }


\n/* é */ int none(void) { __extension__ __typeof__((none)()) rustward_none(void); return rustward_none(); } int last;
`);
  expect(forwarded([{ function: half, symbol: undefined }])).toBe(
    `/* für */ \n\n\n\n\n/* é */ int none(void) { return 0; } int last;\n`,
  );
});

test('a body that does not stand between braces is refused', () => {
  const half = functionAt(SOURCE, 'half', ['a']);
  const elsewhere = { ...half, body: { line: 1, column: 1 } };
  expect(() => forwarded([{ function: elsewhere, symbol: 's' }])).toThrow(/half.*braces/);
});

test('whatever stands around, no line moves', () => {
  const around = fc.string({ unit: ANY_CHARACTER }).map((text) => text.replaceAll(/[{}]|int/g, ''));
  fc.assert(
    fc.property(around, around, (before, inside) => {
      const source = `${before}int f(int a) {${inside}\n}\nint end;`;
      const f = functionAt(source, 'f', ['a']);
      for (const symbol of ['shim', undefined]) {
        const text = forwarded([{ function: f, symbol }], source);
        expect(text.split('\n').length).toBe(source.split('\n').length);
        expect(text.split('\n').at(-1)).toBe('int end;');
      }
    }),
  );
});
