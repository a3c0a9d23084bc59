import { expect, test } from '@jest/globals';
import { type Wish, wishOf } from '../../../src/github/audit/wish.ts';
import type { Command } from '../../../src/github/commands/command.ts';

const COMMON = { repository: { id: 7, owner: 'ada', name: 'demo' }, installation: 3 };
const HEAD = 'a'.repeat(40);
const USER = { id: 3, login: 'wanda' };
const CREATED = '2026-01-01T00:00:00Z';
const COMMENT = { kind: 'issue', id: 7 } as const;

const MIGRATE = {
  ...({ ...COMMON, kind: 'migrate-function', function: { name: 'f', file: 'a.c' } } as const),
  ...({ reason: 'asked', stack: false, created: CREATED } as const),
};

test.each<[string, Command, Wish]>([
  [
    'an instruction',
    {
      ...{ ...COMMON, kind: 'follow-instruction', number: 1, isPull: true, user: USER },
      ...{ comment: COMMENT, instruction: { name: 'accept', finding: '0123abcd', reason: 'r' } },
    },
    { command: 'follow-instruction', what: 'accept', by: 'wanda', comment: 7 },
  ],
  [
    'a question',
    { ...COMMON, kind: 'answer-question', pull: 1, comment: 8, thread: 7, user: USER },
    { command: 'answer-question', by: 'wanda', comment: 8 },
  ],
  [
    'a click on a check',
    { ...COMMON, kind: 'explain-check', head: HEAD, checkRun: 5, user: USER },
    { command: 'explain-check', by: 'wanda' },
  ],
  [
    'a push',
    { ...COMMON, kind: 'review-pull-request', pull: 1, head: HEAD, reason: 'pushed' },
    { command: 'review-pull-request', what: 'pushed' },
  ],
  [
    'a migration that a comment asks for',
    {
      ...MIGRATE,
      asked: { number: 1, isPull: false, comment: COMMENT, user: USER, isOneOfMany: false },
    },
    { command: 'migrate-function', what: 'asked', by: 'wanda', comment: 7 },
  ],
  [
    'a migration by the schedule',
    { ...MIGRATE, reason: 'scheduled' },
    { command: 'migrate-function', what: 'scheduled' },
  ],
  [
    'the end of a review',
    { ...COMMON, kind: 'abandon-review', pull: 1 },
    { command: 'abandon-review' },
  ],
])(
  '%s is told with who asked for it, and in which comment, where a person did',
  (_what, command, wish) => {
    expect(wishOf(command)).toEqual(wish);
  },
);
