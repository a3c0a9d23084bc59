import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { changedFiles, repositoryFiles } from '../../scripts/changed-files.ts';
import { isModule, testsTouched } from '../../scripts/changed-tests.ts';
import { commitAll, git, gitRepository } from '../support/git-repository.ts';
import { addFiles } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

function touched(sources: Readonly<Record<string, string>>, ...changed: string[]): string[] {
  const files = Object.keys(sources);
  const modules = new Map(Object.entries(sources).filter(([file]) => isModule(file)));
  return testsTouched(changed, files, modules);
}

describe('a test is touched', () => {
  const sources = {
    'src/low.ts': 'export const low = 1;',
    'src/high.ts': "import { low } from './low.ts';",
    'src/cli.ts': "const { run } = await import('./high.ts');",
    'src/own-files.ts': [
      "export const WORKER = new URL('../src/worker.ts', import.meta.url);",
      `export function promptFile(role: string) { return here(\`prompts/\${role}.md\`); }`,
    ].join('\n'),
    'src/worker.ts': "import './low.ts';",
    'src/prompt.ts': "import { promptFile } from './own-files.ts'; promptFile('a');",
    'prompts/a.md': 'Look!',
    'docs/a/b.md': '# B',
    'test/fixtures/c/a.c': 'int a;',
    'test/support/sides.ts': "export const SIDES = join(import.meta.dirname, '../fixtures/c');",
    'test/low.test.ts': "import { low } from '../src/low.ts';",
    'test/high.test.ts': "import { high } from '../src/high.ts';",
    'test/cli.test.ts': "spawn(fileURLToPath(new URL('../src/cli.ts', import.meta.url)));",
    'test/worker.test.ts': "import { WORKER } from '../src/own-files.ts'; new Worker(WORKER);",
    'test/prompt.test.ts': "import { prompt } from '../src/prompt.ts';",
    'test/docs.test.ts': "globSync(['*.md', 'docs/**/*.md'], { cwd: root });",
    'test/sides.test.ts': "import { SIDES } from './support/sides.ts';",
    'test/alone.test.ts': "import { join } from 'node:path'; join('..', '.', 'README.md');",
    'README.md': '# Us',
    'package.json': '{}',
    'test/fixtures/c/odd.test.ts': "import '../../../src/low.ts';",
  };

  test.each([
    ['by its own change', 'test/alone.test.ts', ['alone']],
    ['by what it imports, and starts', 'src/low.ts', ['low', 'high', 'cli', 'worker']],
    ['by what a module imports when it is needed', 'src/high.ts', ['high', 'cli']],
    ['by a module that an exported name leads to', 'src/worker.ts', ['worker']],
    ['by a prompt', 'prompts/a.md', ['prompt']],
    ['by a fixture', 'test/fixtures/c/a.c', ['sides']],
    ['by a fixture that is new, or gone', 'test/fixtures/c/new.c', ['sides']],
    ['by a page that a pattern finds', 'docs/a/b.md', ['docs']],
    ['by a page at the top', 'README.md', ['docs']],
    ['by its snapshot', 'test/__snapshots__/alone.test.ts.snap', ['alone']],
    ['by nothing else', '.editorconfig', []],
  ])('%s', (_how, changed, names) => {
    expect(touched(sources, changed)).toEqual(names.map((name) => `test/${name}.test.ts`));
  });

  test('by a package, as every other', () => {
    expect(touched(sources, 'package.json')).toHaveLength(8);
  });
});

test('in this repository', () => {
  const files = repositoryFiles(ROOT);
  const modules = files
    .filter(isModule)
    .map((file): [string, string] => [file, readFileSync(join(ROOT, file), 'utf8')]);
  const of = (changed: string) => testsTouched([changed], files, new Map(modules));
  const words = of('test/migration/fixtures/words/words.c');
  expect(words).toContain('test/cli/migrate/run.test.ts');
  expect(words.length).toBeLessThan(20);
  expect(of('docs/design.md')).toContain('test/docs.test.ts');
  expect(of('prompts/answer-repair.md')).toContain('test/model/prompts/prompt-file.test.ts');
  const [cli, tests] = [of('src/cli.ts'), of('package.json')];
  expect(cli).toContain('test/cli/review/scan-command.test.ts');
  expect(cli.length).toBeLessThan(tests.length / 2);
});

test('changed are files since the branch began, committed or not', () => {
  const text = { 'a.txt': '1', 'b.txt': '1', 'c.txt': '1', 'd.txt': '1', '.gitignore': 'out' };
  const folder = gitRepository(text);
  git(folder, 'switch', '--quiet', '--create', 'topic');
  addFiles(folder, { 'b.txt': '2' });
  commitAll(folder);
  addFiles(folder, { 'c.txt': '2', 'new.txt': '', 'out/new.txt': '' });
  git(folder, 'mv', 'd.txt', 'e.txt');
  expect(changedFiles(folder).sort()).toEqual(['b.txt', 'c.txt', 'd.txt', 'e.txt', 'new.txt']);
  expect(repositoryFiles(folder).sort()).toEqual([
    '.gitignore',
    'a.txt',
    'b.txt',
    'c.txt',
    'e.txt',
    'new.txt',
  ]);
  git(folder, 'branch', '--delete', '--force', 'main');
  expect(() => changedFiles(folder)).toThrow('none of main, origin/main');
});
