import { expect, test } from '@jest/globals';
import { rustward } from '../../support/command-line.ts';
import { commitAll, git } from '../../support/git-repository.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

const MAIN = `#include <slots.h>
int take(int value) { int slots[SLOTS]; slots[4] = value; return slots[4]; }
`;

/** Two projects, each built in its own folder on another machine, with a header of one name and two contents. */
function twoProjects(main = MAIN): string {
  const root = temporaryFolder();
  for (const [project, slots] of [
    ['client', 8],
    ['server', 2],
  ] as const) {
    const command = 'cc -I ../include -c ../src/main.c';
    const directory = `/home/someone/work/${project}/build`;
    addFiles(root, {
      [`${project}/include/slots.h`]: `#define SLOTS ${slots}\n`,
      [`${project}/src/main.c`]: main,
      [`${project}/build/compile_commands.json`]: JSON.stringify([
        { directory, command, file: '../src/main.c' },
      ]),
    });
  }
  return root;
}

const LISTS = ['--compile-commands', 'client/build', '--compile-commands', 'server/build'];

function run(root: string, ...args: string[]) {
  const { status, stdout, stderr } = rustward([...args, '--format', 'json'], root);
  const report = status === 2 ? undefined : JSON.parse(stdout);
  const found = report?.candidates.map((one: { file: string }) => one.file);
  return { status, stderr, notice: report?.notice, found: [...new Set(found)] };
}

const BOTH =
  'client/build/compile_commands.json and server/build/compile_commands.json for 2 of 2 C and C++ files';

test('all lists that are named count, each from its own folders', () => {
  const root = twoProjects();
  const scanned = run(root, 'scan', '.', ...LISTS);
  expect(scanned.found).toEqual(['server/src/main.c']);
  expect(scanned.notice).toContain(BOTH);
  expect(run(root, 'scan', '.', ...LISTS.slice(0, 2)).notice).toContain('for 1 of 2');
});

test('in a review as well, and where the repository settles them', () => {
  const root = twoProjects('int none(void);\n');
  git(root, 'init', '--quiet', '-b', 'main');
  const settled = 'build: { compile_commands: [client/build, server/build] }\n';
  addFiles(root, { '.github/rustward.yml': settled });
  commitAll(root);
  addFiles(root, { 'client/src/main.c': MAIN, 'server/src/main.c': MAIN });
  const review = ['review', '.', '--base', 'main', '--no-model', '--no-reproduce'];
  for (const args of [review, [...review, '--no-config', ...LISTS]]) {
    const reviewed = run(root, ...args);
    expect(reviewed).toMatchObject({ status: 1, found: ['server/src/main.c'] });
    expect(reviewed.notice).toContain(BOTH);
  }
});

test('none fits no other list', () => {
  const refused = run(twoProjects(), 'scan', '.', ...LISTS, '--compile-commands', 'none');
  expect(refused).toMatchObject({ status: 2 });
  expect(refused.stderr).toContain('none stands for itself: it fits no other list.');
});

test.each(['{ not JSON', '{}', '[{ "file": 1 }]'])(
  'a list that is named and is none is refused: %s',
  (list) => {
    const root = temporaryFolder({ 'a.c': MAIN, 'list.json': list, 'compile_commands.json': list });
    const named = rustward(['scan', '.', '--compile-commands', 'list.json'], root);
    expect(named).toMatchObject({ status: 2, stdout: '' });
    expect(named.stderr).toContain('list.json is no list of compile commands');
    // One that was not asked for keeps nothing from being examined.
    expect(run(root, 'scan', '.', '--no-cache').status).not.toBe(2);
  },
);
