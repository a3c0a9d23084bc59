import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@jest/globals';

const CRUISER = join(
  import.meta.dirname,
  '../node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
);

test('the check of the layers reads TypeScript: without a parser for it, it finds nothing wrong in nothing', () => {
  const { stdout } = spawnSync(process.execPath, [CRUISER, '--info'], { encoding: 'utf8' });
  expect(stripVTControlCharacters(stdout)).toMatch(/^\s*✔ \.ts$/m);
});

test('of a package that is there for development only, the sources use types and nothing else', () => {
  const root = join(import.meta.dirname, '..');
  const imports = globSync('src/**/*.ts', { cwd: root }).flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /^import ([^;]*?) from '@anthropic-ai\/sdk[^']*';$/gms,
      ),
    ].map(([, names = '']) => names),
  );
  expect(imports.length).toBeGreaterThan(0);
  expect(imports.filter((names) => !names.startsWith('type '))).toEqual([]);
});
