import { expect, test } from '@jest/globals';
import { codeKey, memoryRecord } from '../../../src/agent/memory/memory-record.ts';
import { RunMemory } from '../../../src/agent/memory/memory-store.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { redactor } from '../../../src/model/redaction/redact.ts';
import { draftAnswer } from '../../../src/security/question/draft-answer.ts';
import { memorySandbox } from '../../fakes/memory-sandbox.ts';
import { scriptedModel } from '../../fakes/scripted-model.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { scanOf } from '../../support/scanned-tree.ts';

const CODE = '#include <string.h>\nvoid f(char *to, const char *from) { strcpy(to, from); }\n';

test('who answers a question sees the history, and keeps what the thread has settled', async () => {
  const folder = gitRepository({ 'a.c': CODE });
  const outcome = await scanOf(folder);
  const [found] = outcome.candidates;
  if (found === undefined) throw new Error('nothing is found in the file');
  const content = 'Callers of f give it 64 bytes; the key is canary-0123456789.';
  const model = scriptedModel([
    { calls: [{ name: 'git_log', arguments: { path: 'a.c' } }] },
    { calls: [{ name: 'save_memory', arguments: { type: 'fact', tags: ['f'], content } }] },
    '<REPLY>{"answer": "It is bounded."}</REPLY>',
  ]);
  const memory = new RunMemory();
  const answer = await draftAnswer(outcome, found, [{ from: 'maintainer', text: 'Why?' }], {
    ...{ model, memory, grammars: loadGrammars(), sandbox: memorySandbox() },
    limits: { turns: 9, tokens: 1e6, seconds: 60 },
    redact: redactor(['canary-0123456789']),
    searching: [],
    signal: new AbortController().signal,
  });
  expect(answer).toBe('It is bounded.');
  const results = model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool') ?? [];
  expect(results[0]?.content).toMatch(/is="result of git_log">\n[0-9a-f]{7,}/);
  // An empty block would read as one that was lost.
  expect(model.requests[0]?.messages[1]?.content).toMatch(/>\nNothing\.\n</);
  expect(memory.all().map((record) => record.content)).toEqual([
    'Callers of f give it 64 bytes; the key is [redacted].',
  ]);
});

const THREAD = [
  { from: 'reviewer', text: 'Is it bounded?' },
  { from: 'maintainer', text: 'Which names?' },
] as const;

test('of remarks about functions, those come with a question that are about the code as it is', async () => {
  const folder = gitRepository({ 'a.c': CODE });
  const outcome = await scanOf(folder);
  const [found] = outcome.candidates;
  if (found === undefined) throw new Error('nothing is found in the file');
  const [, text = ''] = CODE.split('\n');
  const memory = new RunMemory();
  for (const [content, code] of [
    ['f copies names (of today)', text],
    ['f copies names (of an older version)', text.replace('strcpy', 'strlcpy')],
  ] as const) {
    const about = codeKey('f', code);
    memory.add(memoryRecord({ type: 'fact', tags: ['f'], content }, new Date(0), { about }));
  }
  const model = scriptedModel(['<REPLY>{"answer": "It is bounded."}</REPLY>']);
  await draftAnswer(outcome, found, THREAD, {
    ...{ model, memory, grammars: loadGrammars(), sandbox: memorySandbox() },
    limits: { turns: 9, tokens: 1e6, seconds: 60 },
    redact: redactor([]),
    searching: [],
    signal: new AbortController().signal,
  });
  const asked = model.requests[0]?.messages[1]?.content;
  expect(asked).toContain('- f copies names (of today)\n');
  expect(asked).not.toContain('of an older version');
  expect(asked).toContain('reviewer: Is it bounded?\n\nmaintainer: Which names?');
});
