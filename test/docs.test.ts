import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { missingPaths } from './support/document-paths.ts';

const root = join(import.meta.dirname, '..');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).sort();
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readText('package.json')));

describe.each(documents)('%s', (file) => {
  test('names only paths that exist', () => {
    expect(missingPaths(readText(file), file, root)).toEqual([]);
  });

  test('names only npm scripts that exist', () => {
    const named = [...readText(file).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

test.each(Object.keys(scripts).filter((name) => /^(bench|test):/.test(name)))(
  'docs/benchmarks.md has %s',
  (name) => {
    expect(readText('docs/benchmarks.md')).toContain(`npm run ${name}`);
  },
);

describe('a path that does not exist is found', () => {
  test.each([
    ['in inline code', 'See `src/gone.ts` and `src/errors.ts`.', 'src/gone.ts'],
    ['in a folder', 'See `scripts/gone/`.', 'scripts/gone/'],
    ['in one of two alternatives', 'See `scripts/{setup,gone}`.', 'scripts/{setup,gone}'],
    ['in a pattern', 'See `src/gone/*.ts`.', 'src/gone/*.ts'],
    ['in a link', 'See [this](gone.md#part).', 'docs/gone.md'],
    ['in a picture', '<img src="../gone.png">', 'gone.png'],
  ])('%s', (_where, markdown, path) => {
    expect(missingPaths(markdown, 'docs/page.md', root)).toEqual([path]);
  });
});

test('what is no path of the repository is left alone', () => {
  const markdown = [
    'Write `report.html` to `out/`, compare `a/b`, see [there](https://example.org/x) or [here](#x).',
    '```',
    '`src/in-a-block.ts`',
    '```',
    'Name it `bench/<name>.ts`. Run `npm test -- test/code`. Read [this](../package.json).',
  ].join('\n');
  expect(missingPaths(markdown, 'docs/page.md', root)).toEqual([]);
});

function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
