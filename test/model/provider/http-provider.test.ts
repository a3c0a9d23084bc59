import { afterEach, expect, test } from '@jest/globals';
import { modelServer } from '../../fakes/model-server.ts';
import { question, servedModel, TOOL } from '../../support/served-model.ts';

const FINE = { kind: 'answer', content: 'fine' } as const;

const FOREIGN = {
  OPENAI_API_KEY: 'foreign-key',
  OPENAI_ADMIN_KEY: 'foreign-admin',
  OPENAI_ORG_ID: 'foreign-organization',
  OPENAI_PROJECT_ID: 'foreign-project',
  OPENAI_BASE_URL: 'http://127.0.0.1:9/foreign',
  OPENAI_CUSTOM_HEADERS: 'x-foreign: secret\nauthorization: Bearer foreign',
};

afterEach(() => {
  for (const name of Object.keys(FOREIGN)) delete process.env[name];
});

test('the environment of other programs is not for this provider, nor is this machine', async () => {
  Object.assign(process.env, FOREIGN);
  const server = await modelServer([FINE]);
  await servedModel([server], { models: [{ key: undefined }] }).model.ask(question());
  const headers = server.requests[0]?.headers ?? {};
  expect(JSON.stringify(headers)).not.toContain('foreign');
  expect(Object.keys(headers).filter((name) => name.startsWith('x-'))).toEqual([]);
  expect([headers.authorization, headers['user-agent']]).toEqual([undefined, 'rustward']);
});

test('fields that a provider may not know are sent only if it does', async () => {
  const server = await modelServer(() => FINE);
  const asked = question({ tools: [TOOL], answerSchema: { name: 'report', schema: {} } });
  await servedModel([server], { models: [{ streamUsage: false }] }).model.ask(asked);
  const able = {
    ...{ jsonSchema: true, parallelToolCalls: true, parameters: { temperature: 0 } },
    outputLimitField: 'max_completion_tokens' as const,
  };
  await servedModel([server], { models: [able] }).model.ask({ ...asked, maxOutputTokens: 50 });
  await servedModel([server], { models: [able] }).model.ask({ ...asked, parallelToolCalls: true });
  const [plain, rich, parallel] = server.requests;
  expect(Object.keys(JSON.parse(server.bodies[0] ?? '')).sort()).toEqual([
    ...['max_tokens', 'messages', 'model', 'stream', 'tools'],
  ]);
  expect(plain?.max_tokens).toBe(1000);
  expect(rich).toMatchObject({
    ...{ max_completion_tokens: 50, temperature: 0, parallel_tool_calls: false },
    stream_options: { include_usage: true },
    response_format: { type: 'json_schema', json_schema: { name: 'report' } },
  });
  expect(parallel?.parallel_tool_calls).toBe(true);
});
