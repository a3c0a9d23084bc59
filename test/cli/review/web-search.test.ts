import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { billedModel } from '../../support/billed-model.ts';
import { readers } from '../../support/readers.ts';
import { json, searchServer } from '../../support/search-server.ts';
import { servedReview } from '../../support/served-review.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('an analyst searches the web where the models file says so, and what is found is data', async () => {
  const found = {
    title: 'read(2)',
    url: 'https://man.test/read',
    content: 'returns at most count',
  };
  const search = await searchServer(json({ results: [found] }));
  const calls = [{ name: 'web_search', arguments: { query: 'read returns' } }];
  const server = await billedModel({ isRisk: () => false }, ({ role, turn }) =>
    role === 'analyst' && turn === 0 ? { kind: 'answer', calls } : undefined,
  );
  const variables = { SEARCH_KEY: 'search-key-0123' };
  const review = servedReview(temporaryFolder({ 'a.c': readers(1) }), server, {}, variables);
  const path = join(review.home, 'models.json5');
  const file: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const webSearch = { url: search.url, keyVariable: 'SEARCH_KEY' };
  writeFileSync(path, JSON.stringify(Object.assign({}, file, { webSearch })));
  const { report, stdout, stderr } = await review.run('--no-state');
  search.close();
  expect(report.candidates[0]?.examination?.kind).toBe('refuted');
  expect(search.asked.map(({ query, headers }) => [query, headers.authorization])).toEqual([
    ['read returns', 'Bearer search-key-0123'],
  ]);
  const said = server.requests.flatMap(({ messages }) => messages.map(({ content }) => content));
  expect(said).toContainEqual(
    expect.stringMatching(/is="result of web_search">\nread\(2\)\nhttps:\/\/man\.test\/read\n/),
  );
  expect(stdout + stderr + server.bodies.join('')).not.toContain('search-key-0123');
});
