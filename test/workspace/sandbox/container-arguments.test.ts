import { expect, test } from '@jest/globals';
import { containerArguments } from '../../../src/workspace/sandbox/container-arguments.ts';
import { DEFAULT_LIMITS, type SandboxCommand } from '../../../src/workspace/sandbox/sandbox.ts';

const start = { image: 'gcc:14', name: 'rustward-1', tree: '/home/me/tree', user: '1000:1000' };
const command: SandboxCommand = { command: ['make', '-s'], tree: '.', access: 'read' };

test('a container has no network, no rights, and a tree that cannot be written', () => {
  expect(containerArguments(command, DEFAULT_LIMITS, start)).toEqual([
    ...['run', '--rm', '--interactive', '--init', '--pull', 'never', '--name', 'rustward-1'],
    ...['--network', 'none', '--read-only', '--cap-drop', 'ALL'],
    ...['--security-opt', 'no-new-privileges', '--ipc', 'private', '--user', '1000:1000'],
    ...['--pids-limit', '128', '--memory', '1073741824', '--memory-swap', '1073741824'],
    ...['--ulimit', 'cpu=60:61', '--ulimit', 'fsize=134217728'],
    ...['--ulimit', 'core=0', '--ulimit', 'nofile=1024'],
    ...['--tmpfs', '/tmp:rw,nosuid,nodev,exec,size=268435456'],
    ...['--mount', 'type=bind,source=/home/me/tree,target=/work,readonly', '--workdir', '/work'],
    ...['--env', 'PATH=/usr/local/bin:/usr/bin:/bin', '--env', 'HOME=/tmp'],
    ...['--env', 'TMPDIR=/tmp', '--env', 'LANG=C.UTF-8'],
    ...['--entrypoint', 'timeout', 'gcc:14', '-s', 'KILL', '61', 'make', '-s'],
  ]);
});

test('a tree for writing is mounted so, and tools are not', () => {
  const writing = { ...command, access: 'write', tools: ['/opt/rust'] } as const;
  const args = containerArguments(writing, DEFAULT_LIMITS, start);
  expect(args).toContain('type=bind,source=/home/me/tree,target=/work');
  expect(args).toContain('type=bind,source=/opt/rust,target=/opt/rust,readonly');
});

test('a comma in the name of the tree adds no option to its mount', () => {
  const odd = { ...start, tree: '/tmp/a,readonly=false,"b' };
  expect(containerArguments(command, DEFAULT_LIMITS, odd)).toContain(
    'type=bind,"source=/tmp/a,readonly=false,""b",target=/work,readonly',
  );
});
