import { expect, test } from '@jest/globals';
import { findSandbox } from '../../../src/workspace/sandbox/find-sandbox.ts';
import { Unsandboxed } from '../../../src/workspace/sandbox/unsandboxed.ts';
import { inSandbox } from '../../support/bubblewrap.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MEGABYTE = 1024 * 1024;

/** So many bytes on the standard output. */
function zeros(bytes: number): [string, ...string[]] {
  return ['/usr/bin/head', '-c', String(bytes), '/dev/zero'];
}

inSandbox('output that is taken as it comes', () => {
  test('is not held, whatever its length', async () => {
    const sandbox = await findSandbox();
    let taken = 0;
    let longest = 0;
    const before = process.memoryUsage.rss();
    const { end, stdout } = await sandbox.run({
      ...{ command: zeros(600 * MEGABYTE), tree: temporaryFolder(), access: 'read' },
      limits: { outputBytes: 601 * MEGABYTE },
      onOutput: (chunk) => {
        taken += chunk.length;
        longest = Math.max(longest, chunk.length);
      },
    });
    expect({ end, stdout, taken }).toEqual({
      ...{ end: { kind: 'exited', status: 0 }, stdout: '', taken: 600 * MEGABYTE },
    });
    expect(longest).toBeLessThanOrEqual(MEGABYTE);
    expect(process.memoryUsage.rss() - before).toBeLessThan(300 * MEGABYTE);
  });

  test('stops at the limit, and no more than that is given', async () => {
    let taken = 0;
    const { end, reached } = await new Unsandboxed().run({
      ...{ command: zeros(50 * MEGABYTE), tree: temporaryFolder(), access: 'read' },
      limits: { outputBytes: MEGABYTE },
      onOutput: (chunk) => {
        taken += chunk.length;
      },
    });
    expect({ end, reached, taken }).toEqual({
      ...{ end: { kind: 'stopped', limit: 'output' }, reached: ['output'], taken: MEGABYTE },
    });
  });
});
