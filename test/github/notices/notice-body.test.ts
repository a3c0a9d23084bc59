import { expect, test } from '@jest/globals';
import type { Notice } from '../../../src/github/notices/notice.ts';
import { noticeBody } from '../../../src/github/notices/notice-body.ts';

const REPOSITORY = { id: 7, owner: 'ada', name: 'demo_c' };
const SERVER = 'https://github.example';
const PULL = `${SERVER}/ada/demo_c/pull/3`;

const sent = (format: 'slack' | 'teams' | 'json', notice: Notice) =>
  JSON.parse(noticeBody(format, notice, REPOSITORY, SERVER));

const SAID: readonly (readonly [Notice, string])[] = [
  [
    { kind: 'findings', pull: 3, count: 1, highest: 'high' },
    'a new finding in pull request #3, of high severity.',
  ],
  [
    { kind: 'findings', pull: 3, count: 2, highest: 'low' },
    '2 new findings in pull request #3, the worst of low severity.',
  ],
  [
    { kind: 'gate', pull: 3, passed: true },
    'pull request #3 has passed the gate of the migration.',
  ],
  [
    { kind: 'gate', pull: 3, passed: false },
    'pull request #3 has not passed the gate of the migration, and a person has to look.',
  ],
  [
    { kind: 'migration', function: 'read_it', pull: 3 },
    'read_it is migrated in draft pull request #3.',
  ],
];

test.each(SAID)('%j is one sentence, with a link', (notice, sentence) => {
  const text = `ada/demo_c: ${sentence}`;
  const { kind: event, ...facts } = notice;
  expect(sent('json', notice)).toEqual({
    event,
    repository: 'ada/demo_c',
    ...facts,
    text,
    url: PULL,
  });
  expect(sent('slack', notice)).toEqual({ text: `${text} <${PULL}|Open on GitHub>` });
  expect(sent('teams', notice)).toEqual({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [{ type: 'TextBlock', wrap: true, text: text.replaceAll('_', '\\_') }],
          actions: [{ type: 'Action.OpenUrl', title: 'Open on GitHub', url: PULL }],
        },
      },
    ],
  });
});

test('what has no pull request leads to the repository', () => {
  const notice: Notice = { kind: 'migration', function: 'read_it', pull: undefined };
  expect(sent('json', notice)).toMatchObject({
    text: 'ada/demo_c: read_it could not be migrated. The App has said why on GitHub.',
    url: `${SERVER}/ada/demo_c`,
  });
});

test('nothing in a name acts in a chat', () => {
  const notice: Notice = { kind: 'migration', function: '<!here>&', pull: 3 };
  expect(sent('slack', notice).text).toContain('&lt;!here&gt;&amp; is migrated');
});
