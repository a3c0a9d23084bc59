import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { refreshRecording } from '../../../bench/migrate/refresh-recording.ts';
import type { Message, UnparsedAnswer } from '../../../src/model/model.ts';
import { conversationPath, loadRecording } from '../../../src/model/recording/recording-file.ts';
import { recordingModel } from '../../../src/model/recording/recording-model.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ANSWER: UnparsedAnswer = {
  ...{ content: 'the answer', toolCalls: [], finish: 'stop', model: 'm', repairs: [] },
  ...{ source: 'provider', usage: { input: 1, cached: 0, output: 1, estimated: false } },
};

/** A recording of one question about each subject. */
async function recorded(questions: Readonly<Record<string, string>>): Promise<string> {
  const folder = temporaryFolder();
  const model = recordingModel({ window: () => 1000, ask: async () => ANSWER }, folder);
  for (const [subject, content] of Object.entries(questions)) {
    const messages: Message[] = [{ role: 'user', content }];
    const conversation = { role: 'translator', subject, turn: 0 };
    await model.ask({ tier: 'smart', conversation, messages });
  }
  return folder;
}

test('a refreshed recording has the questions of today, by their hashes alone', async () => {
  const old = await recorded({ same: 'int f(void);', reworded: 'Translate.', gone: 'Please.' });
  await refreshRecording(old, await recorded({ same: 'int f(void);', reworded: 'x', gone: 'y' }));
  const fresh = await recorded({ same: 'int f(void);', reworded: 'Carry over: int g(void);' });
  expect(refreshRecording(old, fresh)).toEqual({ changed: 1, gone: 1 });
  const [left, right] = [old, fresh].map((folder) =>
    loadRecording(folder).conversations.map(({ subject, turns }) => [
      subject,
      turns.map(({ hash, answer }) => [hash, answer]),
    ]),
  );
  expect(left).toEqual(right);
  const text = readFileSync(join(old, conversationPath('translator', 'reworded')), 'utf8');
  expect(text).not.toContain('int g');
  expect(refreshRecording(old, fresh)).toEqual({ changed: 0, gone: 0 });
});
