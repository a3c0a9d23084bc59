import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { estimateTokens } from '../../../src/model/cost/token-estimate.ts';
import { askedOf } from '../../fakes/reviewing-model.ts';
import { billedModel } from '../../support/billed-model.ts';
import { rustward } from '../../support/command-line.ts';
import { readers } from '../../support/readers.ts';
import { servedReview } from '../../support/served-review.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const estimateSchema = z.object({
  questions: z.array(z.object({ role: z.string(), count: z.number(), tokens: z.number() })),
  least: z.object({ tokens: z.number(), dollars: z.number().nullable() }),
  most: z.object({ tokens: z.number(), dollars: z.number().nullable() }),
});

test('an estimate asks nothing and leaves nothing, and the review then begins with these questions', async () => {
  const server = await billedModel();
  const tree = temporaryFolder({ 'a.c': readers(3), 'b.c': readers(2) });
  const review = servedReview(tree, server);
  const estimated = async () => {
    const { status, stdout } = await review.start('--estimate', '--format', 'json');
    expect(status).toBe(0);
    return estimateSchema.parse(JSON.parse(stdout));
  };
  const { questions, least, most } = await estimated();
  expect(server.requests).toEqual([]);
  expect(readdirSync(tree).sort()).toEqual(['a.c', 'b.c']);

  await review.run();
  const roles = ['discoverer', 'clusterer'];
  const firstAsked = (role: string) =>
    server.requests.filter(({ messages }) => askedOf(messages).role === role);
  for (const role of roles) {
    const told = questions.find((one) => one.role === role);
    expect(told?.count).toBe(firstAsked(role).length);
    const sent = firstAsked(role).flatMap(({ messages }) =>
      messages.map(({ content }) => estimateTokens(content ?? '')),
    );
    // Tools and what a message takes besides its text come on top.
    expect(told?.tokens).toBeGreaterThanOrEqual(sent.reduce((sum, tokens) => sum + tokens, 0));
  }
  expect(questions.map(({ role }) => role).sort()).toEqual([...roles, 'analyst'].sort());
  expect(least.tokens).toBe(questions.reduce((sum, { tokens }) => sum + tokens, 0));
  expect(most.tokens).toBeGreaterThan(least.tokens);
  expect(most.dollars).toBeGreaterThan(least.dollars ?? 0);

  // What the review has found out is asked no more.
  const asked = server.requests.length;
  expect((await estimated()).questions).toEqual([]);
  expect(server.requests).toHaveLength(asked);
  expect(readdirSync(join(tree, '.rustward')).length).toBeGreaterThan(0);
});

test.each([
  [['--format', 'sarif'], 'not as sarif'],
  [['--output', 'x.txt'], 'writes no report'],
  [['--no-model'], '--no-model and --estimate do not fit'],
  [['--until', 'scan'], 'a scan asks no model'],
  [[], '--estimate needs a model: no model is configured'],
])('an estimate with %j is refused', (options, said) => {
  const tree = temporaryFolder({ 'a.c': readers(1) });
  const env = { PATH: process.env['PATH'], HOME: temporaryFolder() };
  const { status, stderr, stdout } = rustward(
    ['review', tree, '--estimate', ...options],
    tree,
    env,
  );
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(said);
});
