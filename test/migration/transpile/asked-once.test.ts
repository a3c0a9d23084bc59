import { expect, test } from '@jest/globals';
import { askedOnce, RepeatedQuestion } from '../../../src/migration/transpile/asked-once.ts';
import type { ModelRequest, UnparsedAnswer } from '../../../src/model/model.ts';

const ANSWER: UnparsedAnswer = {
  ...{ content: 'the answer', toolCalls: [], finish: 'stop', model: 'm', repairs: [] },
  ...{ source: 'provider', usage: { input: 1, cached: 0, output: 1, estimated: false } },
};

function question(role: string, subject: string, content: string): ModelRequest {
  const conversation = { role, subject, turn: 0 };
  return { tier: 'smart', conversation, messages: [{ role: 'user', content }] };
}

test('the same words are asked once of each role, whatever they are said to be about', async () => {
  let asked = 0;
  const model = askedOnce({
    window: () => 1000,
    ask: () => {
      asked += 1;
      return Promise.resolve(ANSWER);
    },
  });
  await model.ask(question('fixer', 'f|0', 'Mend it.'));
  await model.ask(question('reviewer', 'f|0', 'Mend it.'));
  await model.ask(question('fixer', 'f|0', 'Mend it again.'));
  await expect(model.ask(question('fixer', 'f|1', 'Mend it.'))).rejects.toThrow(RepeatedQuestion);
  expect(asked).toBe(3);
});

test('what a second reader has said of the same words is told again', async () => {
  let asked = 0;
  const model = askedOnce({
    window: () => 1000,
    ask: () => {
      asked += 1;
      return Promise.resolve({ ...ANSWER, content: `answer ${asked}` });
    },
  });
  const judge = (subject: string) =>
    model.ask(question('migration-arbiter', subject, 'Does it hold?'));
  expect((await judge('f|0|1')).content).toBe('answer 1');
  expect((await judge('f|1|1')).content).toBe('answer 1');
  expect(asked).toBe(1);
});
