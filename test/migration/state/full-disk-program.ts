/**
 * Writes and commits in a project whose disk is full, with a page more room each time until all of it
 * fits: `node full-disk-program.ts DISK TEMPLATE WANTED`. Each time what was thrown and what is there
 * then is printed, then the same once there is room enough: a line of JSON each.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { UsageError } from '../../../src/errors.ts';
import type { Progress } from '../../../src/migration/state/progress.ts';
import { finishPending, writeAndCommit } from '../../../src/migration/state/write-and-commit.ts';
import { fillDisk, freeDisk } from '../../support/fill-disk.ts';

const PAGE = 4096;
const EMPTY: Progress = {
  ...{ version: 1, crate: 'rust', has_interface: false, places: {}, commit: '', current: null },
  ...{ converted: [], blocked: [] },
};

const [, , disk = '', template = '', wanted = '{}'] = process.argv;
const files = z.record(z.string(), z.string().nullable()).parse(JSON.parse(wanted));
const project = join(disk, 'project');

for (let left = 0, isDone = false; !isDone; left += PAGE) {
  cpSync(template, project, { recursive: true });
  fillDisk(disk, left);
  const problem = await problemOfRun();
  freeDisk(disk);
  print({ left, problem, ...seen() });
  print({ left, problem: await problemOfRun(), ...seen() });
  isDone = problem === '';
  rmSync(project, { recursive: true });
}

/** As a run does: what an earlier one had begun is finished first. */
async function problemOfRun(): Promise<string> {
  try {
    if (!(await finishPending(project))) {
      await writeAndCommit(project, files, 'Carry a over', EMPTY);
    }
    return '';
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    return thrown.message.replaceAll(project, 'PROJECT');
  }
}

function seen() {
  const read = (folder: string) =>
    Object.fromEntries(
      readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => [path.slice(project.length + 1), readFileSync(path, 'utf8')]),
    );
  return {
    crate: read('rust'),
    artifacts: Object.keys(read('.rustward')).sort(),
    damaged: git('fsck', '--strict', '--no-dangling'),
    log: git('log', '--format=%s'),
    status: git('status', '--porcelain'),
  };
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: project, encoding: 'utf8' });
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
