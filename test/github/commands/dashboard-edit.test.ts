import { expect, test } from '@jest/globals';
import {
  dashboardEditSchema,
  dashboardNewsSchema,
} from '../../../src/github/commands/dashboard-edit.ts';

const KEY = '0123456789abcdef';
const EDIT = { number: 5, user: { id: 3, login: 'wanda' }, ticked: [KEY], emptied: [] };

test('an edit names boxes by their keys', () => {
  expect(dashboardEditSchema.parse(EDIT)).toEqual(EDIT);
});

test.each([
  ['a key with something before it', { ticked: [`x${KEY}`] }],
  ['a key with something behind it', { ticked: [`${KEY}0`] }],
  ['a short key', { emptied: [KEY.slice(1)] }],
  ['a key in capitals', { emptied: [KEY.toUpperCase()] }],
  ['more boxes than a dashboard has', { ticked: Array.from({ length: 1001 }, () => KEY) }],
  ['no issue', { number: 0 }],
  ['half an issue', { number: 1.5 }],
  ['nobody', { user: { id: 3, login: '' } }],
  ['no account', { user: { id: 0, login: 'wanda' } }],
  ['more than is known', { force: true }],
])('%s is refused', (_what, change) => {
  expect(dashboardEditSchema.safeParse({ ...EDIT, ...change }).success).toBe(false);
});

test('news are that a function has begun, is put off, or came to its end, with or without a reason', () => {
  const about = { function: { name: 'f', file: 'a.c' } };
  const isNews = (news: object) => dashboardNewsSchema.safeParse({ ...about, ...news }).success;
  for (const news of [{ kind: 'begun' }, { kind: 'put off' }, { kind: 'ended' }]) {
    expect(isNews(news)).toBe(true);
  }
  expect(isNews({ kind: 'ended', reason: 'no crate' })).toBe(true);
  expect(isNews({ kind: 'ended', reason: 'x'.repeat(4001) })).toBe(false);
  expect(isNews({ kind: 'begun', reason: 'no crate' })).toBe(false);
  expect(isNews({ kind: 'forgotten' })).toBe(false);
});
