import { expect, test } from '@jest/globals';
import {
  type DataInput,
  limitsOfLength,
  limitsOfType,
} from '../../../../src/security/reproduce/data/data-input.ts';
import { readCase } from '../../../../src/security/reproduce/data/read-case.ts';

const limits = limitsOfType({ bits: 64, signed: false });
const TRIED: readonly DataInput[] = [
  { kind: 'number', limits },
  { kind: 'bytes', elementSize: 2, length: limitsOfLength(limits, 2), isBlank: false },
];

function caseFile(number: bigint, count: number, bytes: readonly number[]): Buffer {
  const head = Buffer.alloc(20);
  head.writeBigUInt64LE(1n, 0);
  head.writeBigUInt64LE(number, 8);
  head.writeUInt32LE(count, 16);
  return Buffer.concat([head, Buffer.from(bytes)]);
}

test('a case is read as the kit wrote it', () => {
  expect(readCase(caseFile(7n, 2, [1, 2, 3, 4, 9, 9]), TRIED)).toEqual([
    { kind: 'number', number: 7n },
    { kind: 'bytes', count: 2, bytes: Buffer.from([1, 2, 3, 4]) },
  ]);
});

test.each([
  ['nothing was written', Buffer.alloc(0)],
  ['no case was under way', Buffer.alloc(4096)],
  ['it ends early', caseFile(7n, 2, [1])],
  ['it says that it is longer than any', caseFile(7n, 0xffffffff, [1, 2])],
])('it is none where %s', (_what, file) => {
  expect(readCase(file, TRIED)).toBeUndefined();
});
