import { expect, test } from '@jest/globals';
import { rustward, rustwardProcess } from '../command-line.ts';
import { COPY_PROGRAM } from '../copy-program.ts';
import { commandHost } from '../once/command-host.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** One after the other in one folder: each command, and each exit status. */
const COMMANDS = [
  ['scan', '.', '--report', 'json=report.json'],
  ['scan', '.', '--report', 'html=å€😀.html', '--report', 'json=report.json', '--jobs', '2'],
  ...[
    ['report', 'report.json'],
    ['report', '.'],
    ['explain', '1'],
    ['fix', '1'],
  ],
  ['suppress', '1', '--reason', 'å€😀'],
  ...[
    ['scan', '.', '--no-state'],
    ['scan', '.', '--fail-on', 'such'],
    ['scan', 'no/such'],
  ],
  ...[
    ['review', '.', '--no-state'],
    ['rules', 'unsafe_api'],
    ['rules', '--format', 'json'],
  ],
  ...[['costs'], ['memory', 'list'], ['memory', 'list', '--no-such'], ['doctor']],
  ...[
    ['migrate', 'config', '--show'],
    ['migrate', 'methods'],
    ['migrate', 'scan', '.'],
  ],
  ...[
    ['migrate', 'status', '.'],
    ['migrate', 'run', '.'],
    ['migrate', 'harden', '.'],
  ],
  ...[
    ['migrate', 'link', '.'],
    ['migrate', 'optimize', '.'],
    ['migrate', 'replace', '.'],
  ],
  ...[['help', 'review'], ['migrate', '--help'], ['no-such'], ['--version'], []],
];

test('a command does the same after others as in a process of its own', async () => {
  const files = { 'å.c': COPY_PROGRAM };
  const [hosted, own] = [temporaryFolder(files), temporaryFolder(files)];
  const seen = COMMANDS.map((args) => {
    const { status, stdout, stderr } = rustwardProcess(args, own, environment(own));
    const [out, err] = [stdout, stderr].map((text) => text.replaceAll(own, hosted));
    return { args, status, stdout: out, stderr: err };
  });
  expect(await commandHost()).toMatchObject({ isFree: true });
  expect(
    COMMANDS.map((args) => ({ args, ...rustward(args, hosted, environment(hosted)) })),
  ).toEqual(seen);
  expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([0, 1, 2, 3]));
});

function environment(folder: string) {
  return { PATH: process.env['PATH'], HOME: folder, XDG_CACHE_HOME: `${folder}/.cache` };
}
