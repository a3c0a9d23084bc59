import { globSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../../..');
const PORT = /^src\/github\/api\//;

/** What only a file that makes requests itself has any use for. */
const REQUESTS = [
  /\brest\.(?:actions|apps|checks|codeScanning|git|issues|pulls|reactions|repos|users)\b/,
  /\bgithub\.(?:graphql|paginate|request|rest)\b/,
  /from '@octokit\//,
];
const RETRIES = [/\bcalls\.(?:read|write)\(/];

const files = globSync(['src/**/*.ts', 'action/**/*.ts'], { cwd: ROOT })
  .map((path) => relative(ROOT, resolve(ROOT, path)))
  .filter((path) => !path.startsWith('action/dist/'));

describe('requests to GitHub are made by src/github/api alone', () => {
  test.each([
    ['its client', REQUESTS],
    ['retries', RETRIES],
  ])('no other file uses %s', (_what, patterns) => {
    const found = files.filter((path) => {
      const text = readFileSync(resolve(ROOT, path), 'utf8');
      return !PORT.test(path) && patterns.some((pattern) => pattern.test(text));
    });
    expect(found).toEqual([]);
  });

  test('and one file of it moves branches', () => {
    const writers = files.filter((path) =>
      /\bgit\.(?:createTree|createCommit|createRef|updateRef)\(/.test(
        readFileSync(resolve(ROOT, path), 'utf8'),
      ),
    );
    expect(writers).toEqual(['src/github/api/write-commit.ts']);
  });
});
