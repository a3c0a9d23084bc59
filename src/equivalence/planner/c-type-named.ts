import type { ClangCType, ClangRecord } from '../../code/clang/types.ts';
import { NotComparable } from '../not-comparable.ts';

const INTEGERS: readonly (readonly [name: RegExp, bits: 8 | 16 | 32 | 64, signed: boolean])[] = [
  [/^(?:unsigned char|uint8_t)$/, 8, false],
  [/^(?:signed char|char|int8_t)$/, 8, true],
  [/^(?:unsigned short(?: int)?|uint16_t|char16_t)$/, 16, false],
  [/^(?:short(?: int)?|int16_t)$/, 16, true],
  [/^(?:unsigned(?: int)?|uint32_t|char32_t)$/, 32, false],
  [/^(?:int|int32_t|wchar_t)$/, 32, true],
  [/^(?:unsigned long(?: long)?(?: int)?|uint64_t|size_t|uintptr_t)$/, 64, false],
  [/^(?:long(?: long)?(?: int)?|int64_t|ssize_t|ptrdiff_t|intptr_t)$/, 64, true],
];

/**
 * The C type that a mapping names: a number, or a record of the project.
 * @throws NotComparable for any other
 */
export function typeNamed(text: string, records: ReadonlyMap<string, ClangRecord>): ClangCType {
  const name = text.trim().replace(/\s+/g, ' ');
  const integer = INTEGERS.find(([pattern]) => pattern.test(name));
  if (integer !== undefined) {
    const [, bits, signed] = integer;
    return { kind: 'integer', bits, signed, isCharacter: false };
  }
  if (name === 'float' || name === 'double') {
    return { kind: 'float', bits: name === 'float' ? 32 : 64 };
  }
  const record = [...records.values()].find((one) => one.name === name || one.id === name);
  if (record !== undefined) return { kind: 'record', id: record.id };
  throw new NotComparable(
    `the mapping says that ${text} is behind a pointer, which is no number of C and no record of this unit`,
  );
}
