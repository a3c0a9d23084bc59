import { expect, test } from '@jest/globals';
import {
  isLengthNameFor,
  isNamedAfter,
  isSameName,
  isSizeName,
} from '../../src/equivalence/name-matching.ts';

test.each([
  ['readFile', 'read_file', true],
  ['type', 'r#type', true],
  ['READ', 'read', true],
  ['read', 'reads', false],
  ['_', '__', false],
  ['', '', false],
])('%j and %j are the same name: %s', (c, rust, isSame) => {
  expect(isSameName(c, rust)).toBe(isSame);
});

test.each([
  ['ERR_OUT_OF_RANGE', 'OutOfRange', true],
  ['OK', 'Ok', true],
  ['RANGE_ERROR', 'Range', false],
  ['RANGE', 'OutOfRange', false],
  ['ERR', '', false],
])('the constant %s is named after the variant %j: %s', (constant, variant, isNamed) => {
  expect(isNamedAfter(constant, variant)).toBe(isNamed);
});

test.each([
  ['n', 'values', true],
  ['len', 'values', true],
  ['n_values', 'values', true],
  ['values_len', 'values', true],
  ['value_count', 'values', true],
  ['valuesCount', 'values', true],
  ['nvalue', 'values', true],
  ['lens', 'values', false],
  ['other_len', 'values', false],
  ['capacity', 'values', false],
])('%s is named like the length of %s: %s', (name, of, isLength) => {
  expect(isLengthNameFor(name, of, false)).toBe(isLength);
});

test.each([
  ['cap', 'values', true],
  ['values_max', 'values', true],
  ['max_values', 'values', true],
  ['len', 'values', false],
  ['maximum', 'values', false],
])('%s is named like the room of %s: %s', (name, of, isRoom) => {
  expect(isLengthNameFor(name, of, true)).toBe(isRoom);
});

test.each([
  ['n', true],
  ['count', true],
  ['byte_len', true],
  ['start_pos', true],
  ['i', true],
  ['to', true],
  ['colour', false],
  ['input', false],
  ['kind', false],
  ['flag', false],
])('%s is named like a size or a place: %s', (name, isSize) => {
  expect(isSizeName(name)).toBe(isSize);
});
