import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import * as z from 'zod';
import { temporaryFolder } from '../support/temporary-folder.ts';

const WORKFLOW = join(import.meta.dirname, '../../docs/workflows/scheduled-scan.yml');

const { jobs } = z
  .object({
    jobs: z.object({
      scan: z.object({ steps: z.array(z.object({ run: z.string().optional() })) }),
    }),
  })
  .parse(parse(readFileSync(WORKFLOW, 'utf8')));
const [script = ''] = jobs.scan.steps.flatMap(({ run }) => run ?? []);

/** Stands for GitHub's `gh`, which asks a server that only GitHub has: writes down what it is told. */
const GH = `#!/bin/sh
printf '%s\\n' "$1 $2 $3 $4" >> "$CALLS"
[ "$2" = list ] && printf '%s\\n' "$OPEN"
exit 0
`;

/** Runs the step after a scan with this verdict; `open` is the number of an issue that is open. */
function run(verdict: string, open = '', left = '0') {
  const folder = temporaryFolder({ 'bin/gh': GH, calls: '', 'rustward-report.md': '# Report\n' });
  chmodSync(join(folder, 'bin/gh'), 0o755);
  const { status, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-e', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...{ PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, CALLS: join(folder, 'calls') },
      ...{ OPEN: open, VERDICT: verdict, LEFT: left, RUN: 'https://example.org/run/1' },
    },
  });
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
  return { status, stderr, calls, text: () => readFileSync(join(folder, 'issue.md'), 'utf8') };
}

const LIST = 'issue list --state open';

describe('the issue of the weekly scan', () => {
  test('is opened when there is none, with the report', () => {
    const { status, stderr, calls, text } = run('findings');
    expect([status, stderr]).toEqual([0, '']);
    expect(calls).toEqual([LIST, 'issue create --title Rustward: weekly scan']);
    expect(text()).toBe(
      'The verdict is **findings**. [The run](https://example.org/run/1) has the whole report.\n\n# Report\n',
    );
  });

  test('is brought up to date when it is open', () => {
    expect(run('inconclusive', '12').calls).toEqual([LIST, 'issue edit 12 --body-file']);
  });

  test('stays open while something is found that the last run knew', () => {
    expect(run('clean', '12', '2').calls).toEqual([LIST, 'issue edit 12 --body-file']);
  });

  test('is closed when all is clean, and only then', () => {
    expect(run('clean', '12').calls).toEqual([LIST, 'issue close 12 --comment']);
    expect(run('clean').calls).toEqual([LIST]);
    const { calls, text } = run('');
    expect(calls).toEqual([LIST, 'issue create --title Rustward: weekly scan']);
    expect(text()).toContain('**no result**');
  });
});
