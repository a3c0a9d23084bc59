import { spawn } from 'node:child_process';
import { chmodSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

interface Start {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly stdout?: number;
  readonly uid?: number;
}

/** Starts the program as a shell does, and gives what it says. */
async function run({ args, env, input = '', stdout, uid }: Start) {
  const child = spawn(process.execPath, [join(ROOT, 'src/cli.ts'), ...args], {
    env: { PATH: process.env['PATH'], HOME: temporaryFolder(), ...env },
    stdio: ['pipe', stdout ?? 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  child.stdin?.on('error', () => undefined).end(input);
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const said = child.stderr === null ? '' : await text(child.stderr);
  const lines = said.split('\n').filter((line) => line !== '' && !line.includes('Warning'));
  return { status: await closed, lines };
}

test('a standard input by its name is one line, and no finding', async () => {
  const { status, lines } = await run({ args: ['scan', '/dev/stdin'], input: 'int a;\n' });
  expect(lines).toEqual(['rustward: /dev/stdin is a pipe: it cannot be read by its name']);
  expect(status).toBe(3);
});

test('a standard output that is full is one line, and no finding', async () => {
  const folder = temporaryFolder({ 'a.c': 'int twice(int x) { return x + x; }\n' });
  const args = ['scan', folder, '--no-state', '--no-cache', '--quiet'];
  const { status, lines } = await run({ args, stdout: openSync('/dev/full', 'w') });
  expect(lines).toEqual(['rustward: cannot write to the standard output: the disk is full']);
  expect(status).toBe(3);
});

test.each(['postgres://nobody@127.0.0.1:1/none', 'postgres://nobody@localhost:1/none'])(
  'a database that cannot be reached is one line: %s',
  async (url) => {
    const { status, lines } = await run({ args: ['jobs'], env: { DATABASE_URL: url } });
    expect(lines).toEqual([
      expect.stringMatching(/^rustward: cannot use the database of DATABASE_URL: .*ECONNREFUSED/),
    ]);
    expect(status).toBe(3);
  },
);

// The account that runs this may write everywhere where it is root's.
const isRoot = process.getuid?.() === 0;

test.each(['', 'pglite'])('a data folder that cannot be written is one line: /%s', async (part) => {
  const folder = temporaryFolder({ 'data/pglite/PG_VERSION': '17\n', 'data/lock': '' });
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'data'), part === '' ? 0o555 : 0o777);
  chmodSync(join(folder, 'data/lock'), 0o666);
  chmodSync(join(folder, 'data/pglite'), 0o555);
  const data = join(folder, 'data');
  const { status, lines } = await run({
    ...{ args: ['jobs'], env: { RUSTWARD_DATA: data } },
    ...(isRoot && { uid: 65534 }),
  });
  expect(lines).toEqual([
    expect.stringContaining(
      `rustward: the data folder ${data} cannot be written: permission denied`,
    ),
  ]);
  expect(status).toBe(3);
  chmodSync(data, 0o755);
  chmodSync(join(data, 'pglite'), 0o755);
});
