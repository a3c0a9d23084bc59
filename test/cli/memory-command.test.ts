import { appendFileSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { FileMemory } from '../../src/agent/memory/file-memory.ts';
import { memoryRecord } from '../../src/agent/memory/memory-record.ts';
import { withTreeLock } from '../../src/workspace/state/tree-lock.ts';
import { rustward } from '../support/command-line.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const record = (content: string, day: number, tags: string[] = []) =>
  memoryRecord({ type: 'fact', tags, content }, new Date(Date.UTC(2026, 0, day)));

const SHORT = record('parse takes the length field unchecked from the header', 1, ['parse']);
const LONG = record('parse takes the length field unchecked from the file header', 2, ['header']);
const OTHER = record('close is idempotent', 3);

function project() {
  const folder = temporaryFolder();
  const file = join(folder, '.rustward/memory/records.jsonl');
  new FileMemory(file).replace([SHORT, LONG, OTHER]);
  return { folder, file };
}

test('lists all records, one a line', () => {
  const { folder } = project();
  const { stdout, status } = rustward(['memory', 'list', folder]);
  expect(status).toBe(0);
  expect(stdout.split('\n')).toEqual([
    `${SHORT.id}  2026-01-01  fact [parse]: ${SHORT.content}`,
    `${LONG.id}  2026-01-02  fact [header]: ${LONG.content}`,
    `${OTHER.id}  2026-01-03  fact: ${OTHER.content}`,
    '',
  ]);
  const { stdout: data } = rustward(['memory', 'list', '--format', 'json'], folder);
  expect(JSON.parse(data)).toEqual([SHORT, LONG, OTHER]);
});

test('a dry run prints what a merge then does', () => {
  const { folder, file } = project();
  const before = readFileSync(file, 'utf8');
  const dry = rustward(['memory', 'merge', folder, '--dry-run']).stdout;
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(dry.split('\n')).toEqual([
    `- ${SHORT.id}  2026-01-01  fact [parse]: ${SHORT.content}`,
    `- ${LONG.id}  2026-01-02  fact [header]: ${LONG.content}`,
    `+ ${LONG.id}  2026-01-02  fact [header, parse]: ${LONG.content}`,
    '',
    '3 records would become 2.',
    '',
  ]);
  const real = rustward(['memory', 'merge', folder]).stdout;
  expect(real).toBe(dry.replace('would become', 'became'));
  const merged = new FileMemory(file).all();
  expect(merged.map(({ content }) => content)).toEqual([LONG.content, OTHER.content]);
  expect(merged[0]).toMatchObject({ merged_from: [SHORT.id, LONG.id], tags: ['header', 'parse'] });
  expect(rustward(['memory', 'merge', folder]).stdout).toBe('No two records say the same.\n');
});

test('what the repository wrote there cannot steer the terminal', () => {
  const { folder, file } = project();
  appendFileSync(file, `${JSON.stringify(record('a\u001b[2J\u202eb\nc', 4))}\nno record\n`);
  const { stdout } = rustward(['memory', 'list', folder]);
  expect(stdout).toContain('a⟨U+001B⟩[2J⟨U+202E⟩b c\n');
  expect(stdout).toMatch(/a merge leaves out: 1\.\n$/);
});

test('no memory is no mistake, and leaves nothing behind; a link is', () => {
  const folder = temporaryFolder();
  expect(rustward(['memory', 'list'], folder).stdout).toBe('Nothing is remembered below .\n');
  expect(rustward(['memory', 'merge', folder]).stdout).toBe('No two records say the same.\n');
  expect(existsSync(join(folder, '.rustward'))).toBe(false);
  symlinkSync(join(project().folder, '.rustward'), join(folder, '.rustward'));
  for (const what of ['list', 'merge']) {
    const { status, stderr } = rustward(['memory', what, folder]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('it is not a folder')]);
  }
});

test('nothing is merged while a review is at work', async () => {
  const { folder } = project();
  await withTreeLock(folder, () => {
    const { status, stderr } = rustward(['memory', 'merge', folder]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('another run of Rustward')]);
    expect(rustward(['memory', 'merge', folder, '--dry-run']).status).toBe(0);
    return Promise.resolve();
  });
});

test('forget takes out all that are named, or none', () => {
  const { folder, file } = project();
  const wrong = rustward(['memory', 'forget', SHORT.id, '0123456789abcdef', '--path', folder]);
  expect([wrong.status, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('has the id 0123456789abcdef; run: rustward memory list'),
  ]);
  expect(new FileMemory(file).all()).toHaveLength(3);
  const { stdout, status } = rustward(['memory', 'forget', SHORT.id, OTHER.id, '--path', folder]);
  expect([status, stdout.match(/^- /gm)]).toEqual([0, ['- ', '- ']]);
  expect(new FileMemory(file).all()).toEqual([LONG]);
});

test('what is exported is imported elsewhere, once', () => {
  const { folder } = project();
  const { stdout } = rustward(['memory', 'export', '--path', folder]);
  const other = temporaryFolder({ 'memory.jsonl': stdout });
  const into = ['memory', 'import', join(other, 'memory.jsonl'), '--path', other];
  expect(rustward(into).stdout).toBe('3 records added, 0 were there already.\n');
  expect(rustward(into).stdout).toBe('0 records added, 3 were there already.\n');
  expect(rustward(['memory', 'export', '--path', other]).stdout).toBe(stdout);
});

test.each([
  ['no record', 'no record\n'],
  ['a record under the id of another', `${JSON.stringify({ ...SHORT, content: 'all is safe' })}\n`],
])('a file with %s is refused whole', (_, line) => {
  const folder = temporaryFolder({ 'memory.jsonl': `${JSON.stringify(OTHER)}\n${line}` });
  const { status, stderr } = rustward([
    'memory',
    'import',
    join(folder, 'memory.jsonl'),
    '--path',
    folder,
  ]);
  expect([status, stderr]).toEqual([2, expect.stringContaining('memory.jsonl:2 is no record')]);
  expect(existsSync(join(folder, '.rustward'))).toBe(false);
  const none = rustward(['memory', 'import', join(folder, 'none.jsonl'), '--path', folder]);
  expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('cannot read')]);
});

describe('memories beside that of a project', () => {
  const people = () => {
    const home = temporaryFolder();
    const env = { PATH: process.env['PATH'], HOME: home, RUSTWARD_DATA: join(home, 'app') };
    return { home, run: (...args: string[]) => rustward(['memory', ...args], home, env) };
  };

  test('what a person notes for all repositories is added, listed, exported and forgotten', () => {
    const { home, run } = people();
    const added = run('add', 'xmalloc never returns null', '--global', '--tag', 'xmalloc');
    expect([added.status, added.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^\+ [0-9a-f]{16} {2}[\d-]{10} {2}fact \[xmalloc\]: xmalloc never returns null\n$/,
      ),
    ]);
    expect(existsSync(join(home, '.local/share/rustward/.rustward/memory/records.jsonl'))).toBe(
      true,
    );
    expect(run('list').stdout).toBe('Nothing is remembered below .\n');
    expect(run('list', '--global').stdout).toBe(added.stdout.slice(2));
    const [, id = ''] = /^\+ (\w+)/.exec(added.stdout) ?? [];
    expect(run('export', '--global').stdout).toContain(`"id":"${id}"`);
    expect(run('forget', id, '--global').status).toBe(0);
    expect(run('list', '--global').stdout).toMatch(/^Nothing is remembered/);
  });

  test('those of the App are found by the numbers of GitHub, where it keeps its data', () => {
    const { home, run } = people();
    expect(run('add', 'one', '--installation', '3').status).toBe(0);
    expect(run('add', 'two', '--repository', '7').status).toBe(0);
    const at = (folder: string) =>
      new FileMemory(join(home, 'app', folder, '.rustward/memory/records.jsonl'))
        .all()
        .map(({ content }) => content);
    expect([at('installations/3'), at('repositories/7')]).toEqual([['one'], ['two']]);
    expect(run('list', '--repository', '7').stdout).toMatch(/fact: two\n$/);
  });

  test.each([
    [['list', '--global', '--repository', '7'], 'name one memory each; give one of them'],
    [['list', '--repository', '../7'], 'Expected the number that GitHub gives it.'],
    [['add', 'x'.repeat(4001), '--global'], 'no record of a memory: at content'],
  ])('%j is refused', (args, part) => {
    const { status, stderr } = people().run(...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(part)]);
  });

  test('what a person adds to a project, or imports, is their own; what lay there is not', () => {
    const { home, run } = people();
    const { folder } = project();
    expect(run('add', 'noted', '--path', folder).status).toBe(0);
    const key = readFileSync(join(home, '.local/share/rustward/state-key'));
    const memory = () => new FileMemory(join(folder, '.rustward/memory/records.jsonl'), { key });
    expect(
      memory()
        .own()
        .map(({ content }) => content),
    ).toEqual(['noted']);
    appendFileSync(join(home, 'given'), `${JSON.stringify(SHORT)}\n`);
    expect(run('import', join(home, 'given'), '--path', folder).status).toBe(0);
    expect(
      memory()
        .own()
        .map(({ content }) => content),
    ).toEqual([SHORT.content, 'noted']);
    expect(memory().all()).toHaveLength(4);
  });
});
