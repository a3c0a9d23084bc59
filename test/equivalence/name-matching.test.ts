import { expect, test } from '@jest/globals';
import {
  countsText,
  familyOf,
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
  ['avail_in', 'next_in', true],
  ['avail_in', 'next_out', false],
  ['avail_out', 'next_in', false],
  ['avail_out', 'next_out', false],
  ['', 'values', false],
  ['values', 'values', false],
])('%s is named like the length of %s: %s', (name, of, isLength) => {
  expect(isLengthNameFor(name, of, false)).toBe(isLength);
});

test.each([
  ['cap', 'values', true],
  ['values_max', 'values', true],
  ['max_values', 'values', true],
  ['len', 'values', false],
  ['maximum', 'values', false],
  ['avail_in', 'next_in', false],
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

test.each([
  ['JV_ESYNTAX', 'Syntax', { name: 'jve', isExact: true }],
  ['JV_SYNTAX', 'Syntax', { name: 'jv', isExact: true }],
  ['ERR_SYNTAX', 'Syntax', { name: 'err', isExact: true }],
  ['E_INVAL', 'Invalid', { name: 'e', isExact: false }],
  ['EINVAL', 'Invalid', { name: 'e', isExact: false }],
  ['CFG_STRING', 'Str', { name: 'cfg', isExact: false }],
  ['OUT_OF_RANGE', 'OutOfRange', { name: '', isExact: true }],
  ['X_OUT_OF_RANGE', 'OutOfRange', { name: 'x', isExact: true }],
  // Too few letters to be short for anything.
  ['E_INV', 'Invalid', undefined],
  ['CFG_STRING', 'St', undefined],
  ['JV_ESTRING', 'Str', undefined],
  ['CFG_NUMBER', 'Str', undefined],
  ['', 'Str', undefined],
])('%s is of a family by %s', (constant, variant, family) => {
  expect(familyOf(constant, variant)).toEqual(family);
});

test.each([
  ['len', 'name', true, true],
  ['len', 'name', false, false],
  ['n', 'name', true, true],
  ['length', 'name', true, true],
  ['name_len', 'name', false, true],
  ['name_length', 'name', false, true],
  ['NameSize', 'name', false, true],
  ['name_count', 'name', false, false],
  ['other_len', 'name', true, false],
  ['size', 'name', true, false],
])('%s beside the text %s, alone: %s, is its length: %s', (name, text, isAlone, counts) => {
  expect(countsText(name, text, isAlone)).toBe(counts);
});

test.each(['left', 'from', 'end', 'hi', 'lowIndex', 'offset', 'k', 'nrows', 'at', 'off', 'r#end'])(
  '%s is named like a size or a place',
  (name) => {
    expect(isSizeName(name)).toBe(true);
  },
);
