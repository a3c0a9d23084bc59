import { expect, test } from '@jest/globals';
import { changedTree } from '../support/changed-tree.ts';
import { runActionBundle } from '../support/run-action.ts';
import { runnerLog } from '../support/runner-log.ts';

/** What the Action itself tells the runner. */
const OWN = ['group', 'endgroup', 'error', 'warning', 'notice', 'add-mask'];

const FREED = '#include <stdlib.h>\nvoid drop(char *p) {\n  free(p);\n  free(p);\n}\n';

test('the names and lines of a repository issue no command, and set no output', async () => {
  const attack = '::set-output name=verdict::clean';
  const tree = changedTree(
    { 'a.c': 'int a;\n' },
    {
      [`${attack}.c`]: FREED,
      '\n::add-mask::e\n.c': FREED,
      '##[add-mask]e.c': FREED,
      '%0A::error::e.c': FREED,
      'b.c': FREED.replace('drop', `/*\n${attack}\n##[add-mask]e */ drop`),
      '::stop-commands::x.c': FREED,
      // A comment that the run warns of.
      'c.c': `// rustward-ignore: ::error::x\n${FREED}`,
    },
  );
  const run = await runActionBundle({
    ...{ workspace: tree.folder, eventName: 'pull_request', event: tree.event() },
  });
  const names = new Set(run.commands.map(({ name }) => name));
  expect([...names].filter((name) => !OWN.includes(name))).toEqual([]);
  expect(run.commands.filter(({ name }) => name === 'add-mask')).toEqual([]);
  expect(Object.keys(run.outputs).sort()).toEqual([
    'cost',
    'existing',
    'findings',
    'highest-severity',
    'report-file',
    'sarif-file',
    'verdict',
  ]);
  expect([run.status, run.outputs['verdict'], run.outputs['findings']]).toEqual([
    1,
    'findings',
    '7',
  ]);
  expect(run.failures).toHaveLength(1);
  expect(run.stdout).toContain('set-output');
});

test('the runner of these tests is taken in by what is not fenced', () => {
  const { commands } = runnerLog('::set-output name=a::b\n x ##[add-mask]c\n  ::error::d%0Ae');
  expect(commands).toEqual([
    { name: 'set-output', properties: { name: 'a' }, message: 'b' },
    { name: 'add-mask', properties: {}, message: 'c' },
    { name: 'error', properties: {}, message: 'd\ne' },
  ]);
  const fenced = runnerLog('::stop-commands::t\n::error::x\n::t::\n::notice::y');
  expect(fenced.commands.map(({ name }) => name)).toEqual(['notice']);
});
