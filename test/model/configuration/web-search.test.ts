import { expect, test } from '@jest/globals';
import { webSearchSchema } from '../../../src/model/configuration/web-search.ts';

const URL = 'https://search.example/?format=json';

test.each([
  [{ url: URL }],
  [{ url: URL, key: 'k' }],
  [{ url: URL, keyVariable: 'SEARCH_KEY' }],
  [{ url: URL, keyFile: 'search.key' }],
  [{ url: 'http://localhost:8080/search' }],
])('%j says where the web is searched', (entry) => {
  expect(webSearchSchema.parse(entry)).toEqual({ ...entry, keyHeader: 'authorization' });
});

test.each<[object, string]>([
  [
    { url: URL, key: 'k', keyFile: 'f' },
    'key, keyVariable and keyFile exclude each other; keep one',
  ],
  [
    { url: URL, key: 'k', keyVariable: 'V' },
    'key, keyVariable and keyFile exclude each other; keep one',
  ],
  [
    { url: URL, keyVariable: 'V', keyFile: 'f' },
    'key, keyVariable and keyFile exclude each other; keep one',
  ],
  [{ url: 'search.example' }, 'is no address; write it with https://, without # or user'],
  [{ url: 'ftp://search.example' }, 'is no address; write it with https://, without # or user'],
  [{ url: 'https://a@search.example' }, 'is no address; write it with https://, without # or user'],
  [
    { url: 'https://search.example/#q' },
    'is no address; write it with https://, without # or user',
  ],
  [{ url: URL, keyHeader: '1' }, 'is no name of a header'],
  [{ url: URL, keyHeader: 'X Key' }, 'is no name of a header'],
])('%j does not', (entry, message) => {
  const { error } = webSearchSchema.safeParse(entry);
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test('names of headers are in lower case', () => {
  expect(webSearchSchema.parse({ url: URL, keyHeader: 'X-Api-Key' }).keyHeader).toBe('x-api-key');
});
