import { randomInt, randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { bubblewrapRuns, inSandbox, users } from '../../support/bubblewrap.ts';
import { processesNamed } from '../../support/processes-named.ts';

const MEGABYTE = 1024 * 1024;

inSandbox.each(users)(
  'what a program uses up in bubblewrap, run by %s (needs bubblewrap)',
  (user) => {
    const { tree, run, shell } = bubblewrapRuns(user);

    test('a fork bomb stays below the limit, and ends with the run', async () => {
      const folder = tree();
      const limits = { wallSeconds: 2, cpuSeconds: 20, processes: 40 };
      const { end, reached } = await run(['./escape', 'fork-forever'], { tree: folder, limits });
      expect(end.kind).toBe('stopped');
      expect(reached).toContain('processes');
      expect(processesNamed('escape fork-forever'.split(' '))).toEqual([]);
    });

    test('a program that allocates without end is stopped', async () => {
      const { end, reached, stdout } = await run(['./escape', 'take-memory', '100000'], {
        limits: { memoryBytes: 128 * MEGABYTE },
      });
      expect(end).not.toEqual({ kind: 'exited', status: 0 });
      expect(stdout).not.toContain('took it all');
      expect(reached.includes('memory') || stdout === 'malloc: Cannot allocate memory\n').toBe(
        true,
      );
    });

    test('many programs cannot take together what one may not', async () => {
      const { end, reached } = await run(['./escape', 'share-memory-out', '16'], {
        limits: { memoryBytes: 128 * MEGABYTE, wallSeconds: 20 },
      });
      expect(end).not.toEqual({ kind: 'exited', status: 0 });
      expect(reached).toContain('memory');
    });

    test('a file cannot grow beyond the limit', async () => {
      const folder = tree();
      const { reached } = await shell('exec head -c 50000000 /dev/zero > big', {
        tree: folder,
        access: 'write',
        limits: { fileBytes: MEGABYTE },
      });
      expect(reached).toEqual(['file size']);
      expect(statSync(join(folder, 'big')).size).toBe(MEGABYTE);
    });

    test('the temporary folders are full before the disk is', async () => {
      const fill = 'i=0; while head -c 1000000 /dev/zero > $1/$i; do i=$((i+1)); done; echo $i';
      const script = `set -- /tmp; ${fill}; set -- /dev/shm; ${fill}`;
      const { stdout, stderr } = await shell(script, { limits: { diskBytes: 8 * MEGABYTE } });
      expect(stdout).toBe('8\n16\n');
      expect(stderr).toContain('No space left on device');
    });

    test('a writable tree cannot fill the disk with many files', async () => {
      const folder = tree();
      const { end } = await shell(
        'i=0; while head -c 1000000 /dev/zero > f$i; do i=$((i+1)); done',
        { tree: folder, access: 'write', limits: { diskBytes: 16 * MEGABYTE } },
      );
      expect(end).toEqual({ kind: 'stopped', limit: 'disk' });
    });

    test.each(['/tmp', '/dev/shm', '/work'])(
      'files without end are stopped: %s',
      async (folder) => {
        const { end } = await run(['./escape', 'make-files', folder], {
          ...{ tree: tree(), access: 'write', limits: { files: 1000 } },
        });
        expect(end).toEqual({ kind: 'stopped', limit: 'files' });
      },
    );

    test('a daemon does not outlive the run', async () => {
      const folder = tree();
      // A name that no daemon of another test has.
      const mark = `mark-${randomUUID()}`;
      const script = `./escape daemonise ${mark}; while [ ! -s ${mark} ]; do sleep 0.02; done`;
      const { end } = await shell(script, { tree: folder, access: 'write' });
      expect(end).toEqual({ kind: 'exited', status: 0 });
      // At once, not eventually: the next reader of the tree must not race with a writer.
      expect(processesNamed(['./escape', 'daemonise', mark])).toEqual([]);
    });

    test('endless output is cut, and the run ends', async () => {
      const { end, stdout } = await run(['yes'], { limits: { outputBytes: 10_000 } });
      expect(end).toEqual({ kind: 'stopped', limit: 'output' });
      expect(stdout).toHaveLength(10_000);
    });

    test('a program that sleeps is stopped by the clock', async () => {
      const { end, reached } = await run(['sleep', '100'], { limits: { wallSeconds: 0.5 } });
      expect(end).toEqual({ kind: 'stopped', limit: 'wall time' });
      expect(reached).toEqual(['wall time']);
    });

    test('programs that compute are stopped by the CPU time of all of them', async () => {
      const { end, reached } = await shell('./escape burn & ./escape burn & ./escape burn & wait', {
        limits: { cpuSeconds: 1, wallSeconds: 50 },
      });
      expect(end.kind === 'stopped' || end.kind === 'exited').toBe(true);
      expect(reached).toContain('CPU time');
    });

    test.each([0, 5, 20, 60, 300])('who started it can end it after %d ms', async (delay) => {
      const stop = new AbortController();
      setTimeout(() => stop.abort(), delay);
      const folder = tree();
      // Seconds that nothing else sleeps.
      const asleep = ['sleep', `1000.${randomInt(1e9)}`] as const;
      const { end } = await run([...asleep], { tree: folder, signal: stop.signal });
      expect(end).toEqual({ kind: 'cancelled' });
      expect(processesNamed(asleep)).toEqual([]);
    });

    test('what was ended before it began does not run', async () => {
      const folder = tree();
      const signal = AbortSignal.abort();
      const { end } = await shell('echo > ran', { tree: folder, access: 'write', signal });
      expect(end).toEqual({ kind: 'cancelled' });
      // What began before this run would be over when it is.
      await shell('echo > later', { tree: folder, access: 'write' });
      expect(readdirSync(folder).sort()).toEqual(['escape', 'later']);
    });
  },
);
