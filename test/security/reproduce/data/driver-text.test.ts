import { expect, test } from '@jest/globals';
import {
  type DataInput,
  limitsOfType,
} from '../../../../src/security/reproduce/data/data-input.ts';
import { caseDriver, searchDriver } from '../../../../src/security/reproduce/data/driver-text.ts';

const bits64 = limitsOfType({ bits: 64, signed: false });
const INPUTS: readonly DataInput[] = [
  { kind: 'text', length: { least: 0n, most: 40n, excluded: [7n] } },
  { kind: 'fixed', value: -3n },
  { kind: 'bytes', elementSize: 2, length: bits64, isBlank: false },
  { kind: 'end', of: 2 },
  { kind: 'number', limits: limitsOfType({ bits: 64, signed: true }) },
  { kind: 'literal', text: 'a"\\\n' },
  { kind: 'room', size: 12 },
];

test('the driver of a case has its values and nothing else', () => {
  const text = caseDriver({ name: 'parse', inputs: INPUTS }, [
    { kind: 'bytes', count: 2, bytes: Buffer.from('hi') },
    { kind: 'bytes', count: 1, bytes: Buffer.from([1, 0]) },
    { kind: 'number', number: 1n << 63n },
  ]);
  expect(text).toContain('block_1_bytes[] = {104, 105, 0};');
  expect(text).toContain('block(block_3_bytes, 2);');
  expect(text).toContain('*block_7 = calloc(1, 12);');
  expect(text).toContain(
    'parse(block_1, -3LL, block_3, (void *)((char *)block_3 + 1 * 2), (-9223372036854775807LL - 1), (void *)"a\\042\\134\\012", block_7);',
  );
});

test('the driver that tries inputs tells the kit what callers can give', () => {
  const dictionary = { numbers: [16n, -1n], words: ['RIFF'] };
  const limits = { cases: 9, seconds: 2, seed: 1 };
  const text = searchDriver({ name: 'parse', inputs: INPUTS }, dictionary, limits);
  expect(text).toContain('{RUSTWARD_TEXT, 0ULL, 40ULL, 1, 1, {7ULL}, 0}');
  expect(text).toContain('numbers[] = {16ULL, 18446744073709551615ULL};');
  expect(text).toContain('words[] = {"RIFF"};');
  expect(text).toContain('limits = {9, 2, 1};');
  expect(text).toContain('(void *)((char *)block_3 + rustward_length(1) * 2), rustward_number(2)');
});
