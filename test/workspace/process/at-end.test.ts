import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';

const MODULE = new URL('../../../src/workspace/process/at-end.ts', import.meta.url).href;

/** A process that works until it is told to end, and cleans up then. @param before what it does first */
function working(before = '') {
  const program = `import { once } from 'node:events';
import { withCleanup } from ${JSON.stringify(MODULE)};
${before}
await withCleanup(
  async () => {
    console.log('works');
    await once(process.stdin, 'data');
    console.log('is done');
  },
  () => console.log('cleans up'),
);
process.stdin.destroy();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const printed = text(child.stdout);
  const ended = once(child, 'exit');
  const ready = once(child.stdout, 'data');
  return { child, printed, ended, ready };
}

test('what is done is cleaned up', async () => {
  const { child, printed, ended, ready } = working();
  await ready;
  child.stdin.write('end\n');
  expect(await ended).toEqual([0, null]);
  expect(await printed).toBe('works\nis done\ncleans up\n');
});

test('a signal ends the process, once it has cleaned up', async () => {
  const { child, printed, ended, ready } = working();
  await ready;
  child.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
  expect(await printed).toBe('works\ncleans up\n');
});

test('a signal that something else listens to ends nothing', async () => {
  const { child, printed, ended, ready } = working(
    "process.on('SIGTERM', () => console.log('listens'));",
  );
  await ready;
  const heard = once(child.stdout, 'data');
  child.kill('SIGTERM');
  await heard;
  child.stdin.write('end\n');
  expect(await ended).toEqual([0, null]);
  expect(await printed).toBe('works\nlistens\nis done\ncleans up\n');
});
