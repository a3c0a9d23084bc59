import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { git, gitRepository } from '../../support/git-repository.ts';
import { smallDisk, withSmallDisk } from '../../support/small-disk.ts';

const PROGRAM = join(import.meta.dirname, 'full-disk-program.ts');

/** Longer than a page, and nothing that git could make much smaller. */
const long = (first: number) =>
  Array.from({ length: 450 }, (_, at) => `// ${Math.imul(first + at, 2654435761)}\n`).join('');
const OLD = { 'rust/src/a.rs': long(1), 'rust/src/b.rs': 'fn b() {}\n' };
const NEW = { 'rust/src/a.rs': long(1000), 'rust/src/c.rs': 'fn c() {}\n' };

const seenSchema = z.object({
  left: z.int(),
  problem: z.string(),
  crate: z.record(z.string(), z.string()),
  artifacts: z.array(z.string()),
  damaged: z.string(),
  log: z.string(),
  status: z.string(),
});

withSmallDisk('a disk that is full', () => {
  test('wherever that is noticed: each file is old or new, and the next run goes on', async () => {
    const template = gitRepository({ ...OLD, 'a.c': 'int a;', '.gitignore': '.rustward\n' });
    git(template, 'config', 'user.name', 'Test');
    git(template, 'config', 'user.email', 'test@example.org');
    writeFileSync(join(template, 'mine.txt'), 'mine');
    const { folder, run } = await smallDisk(4 * 1024 * 1024);
    const wanted = JSON.stringify({ ...NEW, 'rust/src/b.rs': null });
    const { stdout, stderr } = await run(
      [process.execPath, PROGRAM, folder, template, wanted],
      process.env,
    );
    expect(stderr).toBe('');
    const seen = stdout
      .trim()
      .split('\n')
      .map((line) => seenSchema.parse(JSON.parse(line)));
    const full = seen.filter((_, at) => at % 2 === 0);
    const after = seen.filter((_, at) => at % 2 === 1);
    for (const { left, crate, damaged, log } of full) {
      expect([left, damaged]).toEqual([left, '']);
      expect(['change\n', 'Carry a over\nchange\n']).toContain(log);
      for (const [path, text] of Object.entries(crate)) {
        const texts = Object.entries(OLD).concat(Object.entries(NEW));
        expect(texts.filter(([name]) => name === path).map(([, one]) => one)).toContain(text);
      }
    }
    expect(after.map(({ left, problem }) => [left, problem])).toEqual(
      full.map(({ left }) => [left, '']),
    );
    for (const { left: _left, ...result } of after) {
      expect(result).toEqual({
        ...{ problem: '', crate: NEW, damaged: '', log: 'Carry a over\nchange\n' },
        ...{ artifacts: ['.rustward/c2rust/.gitignore', '.rustward/c2rust/progress.json'] },
        status: '?? mine.txt\n',
      });
    }
    const problems = full.map(({ problem }) => problem).join('\n');
    expect(problems).toMatch(
      /^(?:(?:cannot write PROJECT\/\S+: the disk is full|git (?:add|commit) failed in PROJECT: .+)\n)+$/,
    );
    for (const stage of [
      '.rustward/c2rust/pending.json',
      'rust/src/a.rs',
      'git add',
      'git commit',
    ]) {
      expect(problems).toContain(stage);
    }
  }, 60_000);
});
