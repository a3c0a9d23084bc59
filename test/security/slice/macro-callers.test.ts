import { expect, test } from '@jest/globals';
import { callSites } from '../../../src/security/slice/call-sites.ts';
import { sliceOf } from '../../../src/security/slice/slice.ts';
import { scannedTree } from '../../support/scanned-tree.ts';

const ADD = 'int add_step(struct comp *c, int op)\n{\n    return c->steps[op];\n}\n';
const PUSH = '#define PUSH(op) add_step(ctxt->comp, \\\n    (op))\n';

test('a function that a macro calls is called by those that use the macro', async () => {
  const { index } = await scannedTree({
    'a.c': `${ADD}${PUSH}void parse_or(struct ctxt *ctxt)\n{\n    skip(ctxt);\n    PUSH(4);\n}\n`,
  });
  const slice = await sliceOf([{ file: 'a.c', line: 3, trace: [] }], index);
  expect(slice.callers.map(({ title, shown }) => [title, shown.map(({ line }) => line)])).toEqual([
    ['function parse_or, which calls add_step', [7, 8, 9, 10, 11]],
  ]);
  const [, fn] = index.functionsIn('a.c');
  expect(fn && callSites(index, fn, { name: 'add_step' })).toEqual([10]);
});

test('a function that is called everywhere leaves room for the callers of others', async () => {
  const users = Array.from(
    { length: 60 },
    (_, n) => `void user_${n}(int n)\n{\n    report(n);\n    log_it(n);\n}\n`,
  );
  const { index } = await scannedTree({
    'a.c': `void report(int n)\n{\n    use(n);\n}\nvoid keep(int n)\n{\n    use(n);\n}\n${users.join('')}`,
    'b.c': 'void only(int n)\n{\n    keep(n);\n}\n',
  });
  const places = [3, 7].map((line) => ({ file: 'a.c', line, trace: [] }));
  const { callers } = await sliceOf(places, index);
  expect(callers.map(({ title }) => title).slice(0, 3)).toEqual([
    'function user_0, which calls report',
    'function only, which calls keep',
    'function user_1, which calls report',
  ]);
});

test('a declaration hands no function on, and a macro for its name only names it', async () => {
  const alias =
    '#ifndef push_it\nextern __typeof (push_it) push_it_alias;\n#define push_it push_it_alias\n#endif\n';
  const { index } = await scannedTree({
    'a.c': 'void push_it(int n)\n{\n    use(n);\n}\nvoid drop_it(int n)\n{\n    use(n);\n}\n',
    'alias.h': alias,
    'decl.h': 'extern __typeof (drop_it) drop_it;\n#ifdef drop_it\n#endif\n',
  });
  const pathsAt = async (line: number) =>
    (await sliceOf([{ file: 'a.c', line, trace: [] }], index)).paths;
  expect(await pathsAt(3)).toEqual(['push_it (named at alias.h:3)']);
  expect(await pathsAt(7)).toEqual(['drop_it (no known caller)']);
});
