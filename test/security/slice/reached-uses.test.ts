import { expect, test } from '@jest/globals';
import { sliceOf } from '../../../src/security/slice/slice.ts';
import { changedIndex } from '../../support/changed-index.ts';

const filler = Array.from({ length: 70 }, (_, at) => `    step(${at});`).join('\n');
const files = (check: string) => ({
  'algo.h': '#define the_algo repo->algo\nextern struct repo *repo;\n',
  'run.c': `#include "algo.h"
static void one(struct state *state)
{
    the_algo->init(state);
${filler}
    state->the_algo = 0;
}
static void list(struct state *state)
{
${filler}
    one(state);
}
void unrelated(void)
{
    the_algo->init(0);
}
int run(struct state *state)
{
    int count = 0;
${check}    list(state);
    return count;
}
`,
});
const CHECK =
  '    /* the algo\n     * may be missing */\n    if (!the_algo && !count)\n        set_algo(repo, SHA1);\n';

test('what is called further on is shown where it uses a variable whose check is gone', async () => {
  const index = await changedIndex(files(CHECK), files(''));
  const line = index.lines('run.c').indexOf('    list(state);') + 1;
  const { fields } = await sliceOf([{ file: 'run.c', line, trace: [] }], index);
  expect(fields).toEqual([
    {
      ...{ field: 'the_algo', type: undefined, left: 0, setters: [] },
      lines: ['run.c:4 in one: the_algo->init(state);'],
    },
  ]);
});

test('of a check that is still there nothing more is shown', async () => {
  const index = await changedIndex(files(''), files(CHECK));
  const line = index.lines('run.c').indexOf('    list(state);') + 1;
  expect((await sliceOf([{ file: 'run.c', line, trace: [] }], index)).fields).toEqual([]);
});
