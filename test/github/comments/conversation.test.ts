import { expect, test } from '@jest/globals';
import { openRepositoryClient } from '../../../src/github/api/repository-client.ts';
import { Conversation } from '../../../src/github/comments/conversation.ts';
import { client } from '../../support/opened-github.ts';
import { demo, instructed, said } from '../instructions/instructed.ts';

test('each thing that one comment asks for has an answer of its own, which is edited', async () => {
  const { deps, github, people, pull, repository, installation, head, ada } = await instructed();
  const { rest } = client(github, people.wanda);
  const { data } = await rest.issues.createComment({
    ...{ ...demo, issue_number: pull, body: '/migrate all' },
  });
  const access = await openRepositoryClient(
    { repository, installation },
    { issues: 'write', pull_requests: 'write' },
    deps,
  );
  const say = async (text: string, topic?: string) => {
    const comment = { kind: 'issue', id: data.id } as const;
    const asked = {
      number: pull,
      isPull: true,
      comment,
      ...(topic === undefined ? {} : { topic }),
    };
    const one = await Conversation.open(
      access,
      asked,
      { created: data.created_at, thread: undefined },
      head,
    );
    await one.say(text);
    return one.isAnswered;
  };
  const answered = [await say('first', 'a1'), await say('second', 'b2'), await say('all')];
  answered.push(await say('first again', 'a1'), await say('all again'));
  expect(answered).toEqual([false, false, false, true, true]);
  const comments = await ada.rest.issues.listComments({ ...demo, issue_number: pull });
  const texts = comments.data.filter(({ id }) => id !== data.id).map(({ body = '' }) => said(body));
  expect(texts).toEqual(['first again', 'second', 'all again']);
});
