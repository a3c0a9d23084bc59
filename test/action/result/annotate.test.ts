import { expect, test } from '@jest/globals';
import { runActionBundle } from '../../support/run-action.ts';
import { runnerLog } from '../../support/runner-log.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('what is wrong and what to do are two sentences', async () => {
  const freed = '#include <stdlib.h>\nvoid drop(char *p) {\n  free(p);\n  free(p);\n}\n';
  const run = await runActionBundle({
    workspace: temporaryFolder({ 'b.c': freed }),
    eventName: 'push',
  });
  const annotated = runnerLog(run.stdout).commands.filter(({ properties }) => properties['file']);
  expect(annotated.map(({ message }) => message)).toEqual([
    expect.stringMatching(/[.!?] [A-Z`].*[.!?]$/),
  ]);
});
