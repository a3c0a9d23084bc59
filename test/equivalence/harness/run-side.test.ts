import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ByteReader } from '../../../src/equivalence/encode.ts';
import { encodeCases, readResults } from '../../../src/equivalence/harness/run-side.ts';

test('results are read as far as they are whole, whatever the bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(8), (bytes, count) => {
      const results = readResults(Buffer.from(bytes), count);
      const read = results.reduce((sum, result) => sum + 10 + result.bytes.length, 0);
      expect(results.length).toBeLessThanOrEqual(count);
      expect(read).toBeLessThanOrEqual(bytes.length);
    }),
  );
});

test('a result that was cut off is left out', () => {
  const whole = Buffer.from([1, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0x61, 0x62, 0x63]);
  const [result] = readResults(whole, 5);
  expect(result).toEqual({ kind: 'stopped', step: 2, bytes: Buffer.from('abc'), isNew: false });
  expect(readResults(whole.subarray(0, 12), 5)).toEqual([]);
});

test('a case is its length, its steps, and for each the call, its objects and its inputs', () => {
  const calls = [
    { inputs: [{ name: 'x', shape: { kind: 'boolean' } as const }], outputs: [], handles: 1 },
  ];
  const reader = new ByteReader(
    encodeCases([{ steps: [{ call: 0, inputs: [true], handles: [7] }] }], calls),
  );
  expect([reader.u32(), reader.u32(), reader.u32(), reader.u32(), reader.u8()]).toEqual([
    13, 1, 0, 7, 1,
  ]);
  expect(reader.isAtEnd).toBe(true);
});
