import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { UsageError } from '../../../src/errors.ts';
import { withTreeLock } from '../../../src/workspace/state/tree-lock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MODULE = new URL('../../../src/workspace/state/tree-lock.ts', import.meta.url).href;

test('a second run of the same tree is refused, one of another tree is not', async () => {
  const [first, second] = [temporaryFolder(), temporaryFolder()];
  await withTreeLock(first, async () => {
    await expect(withTreeLock(first, () => Promise.resolve())).rejects.toThrow(UsageError);
    expect(await withTreeLock(second, () => Promise.resolve('other'))).toBe('other');
  });
  expect(await withTreeLock(first, () => Promise.resolve('after'))).toBe('after');
});

test('runs that wait come one after the other', async () => {
  const tree = temporaryFolder();
  const log: string[] = [];
  const run = (name: string) =>
    withTreeLock(
      tree,
      async () => {
        log.push(`${name} begins`);
        // A run that does not wait finds that the lock is held.
        await expect(withTreeLock(tree, () => Promise.resolve())).rejects.toThrow(/at work on/);
        log.push(`${name} ends`);
      },
      { waitSeconds: 30 },
    );
  await Promise.all(['a', 'b', 'c'].map(run));
  expect(log).toHaveLength(6);
  for (const [at, line] of log.entries()) {
    if (at % 2 === 0) expect(log[at + 1]).toBe(line.replace('begins', 'ends'));
  }
});

test('a run that threw has let go', async () => {
  const tree = temporaryFolder();
  const failed = withTreeLock(tree, () => Promise.reject(new Error('no')));
  await expect(failed).rejects.toThrow('no');
  expect(await withTreeLock(tree, () => Promise.resolve(1))).toBe(1);
});

test('a wait can be aborted', async () => {
  const tree = temporaryFolder();
  await withTreeLock(tree, async () => {
    const stop = new AbortController();
    const options = { waitSeconds: 60, signal: stop.signal };
    // It waits as soon as it is called.
    const wait = withTreeLock(tree, () => Promise.resolve(), options);
    stop.abort();
    await expect(wait).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test('the lock of a holder that was killed is free at once', async () => {
  const tree = temporaryFolder();
  const code = `import { withTreeLock } from ${JSON.stringify(MODULE)};
    await withTreeLock(${JSON.stringify(tree)}, async () => {
      console.log('held');
      await new Promise((resolve) => setTimeout(resolve, 1e6));
    });`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(holder.stdout, 'data');
  await expect(withTreeLock(tree, () => Promise.resolve())).rejects.toThrow(/at work on/);
  holder.kill('SIGKILL');
  await once(holder, 'close');
  expect(await withTreeLock(tree, () => Promise.resolve('mine'))).toBe('mine');
});
