import { existsSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import {
  bubblewrapArguments,
  resourceLimits,
} from '../../../src/workspace/sandbox/bubblewrap-arguments.ts';
import type { SandboxCommand, SandboxLimits } from '../../../src/workspace/sandbox/sandbox.ts';

const LIMITS: SandboxLimits = {
  ...{ wallSeconds: 9, cpuSeconds: 2.5, memoryBytes: 1000, processes: 7, fileBytes: 300 },
  ...{ diskBytes: 500, files: 11, outputBytes: 13 },
};

/** The options with their values, without what there is of this machine's system. */
function options(given: Partial<SandboxCommand> = {}): string[] {
  const all = bubblewrapArguments(
    { command: ['true'], tree: '/a/tree', access: 'read', ...given },
    '/real/tree',
    LIMITS,
  );
  const text = all.map((one) => (one.startsWith('--') ? `\n${one}` : ` ${one}`)).join('');
  return text
    .trim()
    .split('\n')
    .filter((line) => !/^--(?:ro-bind|symlink) .*(?:\/usr|\/s?bin|\/lib|\/etc|\/store)/.test(line))
    .filter((line) => !line.includes('/proc/key'));
}

describe('the options of bubblewrap', () => {
  test('cut a run off from the network, the machine and its users', () => {
    expect(options()).toEqual([
      ...['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent'],
      ...['--new-session', '--cap-drop ALL', '--uid 65534', '--gid 65534', '--hostname sandbox'],
      ...['--clearenv', '--setenv PATH /usr/local/bin:/usr/bin:/bin', '--setenv HOME /tmp'],
      ...['--setenv TMPDIR /tmp', '--setenv LANG C.UTF-8', '--proc /proc', '--dev /dev'],
      ...['--tmpfs /proc/1', '--remount-ro /proc/1', '--size 16777216', '--tmpfs /dev/shm'],
      ...['--remount-ro /dev', '--size 500', '--tmpfs /tmp', '--ro-bind /real/tree /work'],
      ...['--remount-ro /proc', '--remount-ro /', '--chdir /work'],
    ]);
  });

  test('let a run write to its tree where it may, and see tools where they are', () => {
    const lines = options({ access: 'write', tools: ['/opt/tool'], environment: { A: 'b c' } });
    expect(lines).toEqual(
      expect.arrayContaining(['--bind /real/tree /work', '--ro-bind /opt/tool /opt/tool']),
    );
    expect(lines).toContain('--setenv A b c');
    // What comes later covers what came before: the tree is never below another mount.
    expect(lines.indexOf('--bind /real/tree /work')).toBeGreaterThan(
      lines.indexOf('--ro-bind /opt/tool /opt/tool'),
    );
  });

  test('show the programs of the system read-only, and hide whose keys there are', () => {
    const all = bubblewrapArguments(
      { command: ['true'], tree: '/a', access: 'read' },
      '/a',
      LIMITS,
    ).join(' ');
    expect(all).toContain('--ro-bind /usr /usr');
    for (const file of ['/proc/keys', '/proc/key-users'].filter((one) => existsSync(one))) {
      expect(all).toContain(`--ro-bind /dev/null ${file}`);
    }
    expect(all).not.toMatch(/ \/(?:home|root|etc|var) /);
  });
});

test('the limits of each process are those of the run', () => {
  const limits = ['--cpu=3:4', '--fsize=300', '--nofile=1024', '--nproc=8', '--core=0'];
  expect(resourceLimits(LIMITS, false)).toEqual(limits);
  expect(resourceLimits(LIMITS, true)).toEqual([...limits, '--as=1000']);
});
