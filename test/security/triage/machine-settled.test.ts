import { expect, test } from '@jest/globals';
import { settledByMachine } from '../../../src/security/triage/machine-settled.ts';
import { candidate } from '../../support/candidates.ts';
import { scannedTree } from '../../support/scanned-tree.ts';

async function settled(text: string, more: Readonly<Record<string, string>> = {}) {
  const { index, candidates } = await scannedTree({ 'a.c': text, ...more });
  return candidates.map((one) => [one.pattern, settledByMachine(one, index)] as const);
}

test('that a caller might pass null is no question for a model', async () => {
  const found = await settled(
    'struct box { int n; };\nint size(struct box *b)\n{\n    return b->n;\n}\n',
  );
  expect(found).toEqual([['possible_null_deref', 'left']]);
});

const COPY = '#include <string.h>\nHEAD\n{\n    char to[8];\n    strcpy(to, from);\n}\n';

test('a defect in a static function that nothing names is settled by the call graph', async () => {
  const [[, result] = []] = await settled(
    COPY.replace('HEAD', 'static void copy(const char *from)'),
  );
  expect(result).toMatchObject({
    kind: 'refuted',
    by: 'engine',
    reason: expect.stringContaining('copy'),
  });
});

test('a static variable before a function makes it no static function', async () => {
  const text = `static char pad[4];\n${COPY.replace('HEAD', 'void copy(const char *from)')}`;
  const [[, result] = []] = await settled(text.replace('#include <string.h>\n', ''));
  expect(result).toBeUndefined();
});

test('one that something calls, hands on or may call from elsewhere is a question', async () => {
  const dead = COPY.replace('HEAD', 'static void copy(const char *from)');
  const called = `${dead}void run(const char *x)\n{\n    copy(x);\n}\n`;
  const handed = `${dead}void (*table[])(const char *) = { copy };\n`;
  const exported = COPY.replace('HEAD', 'void copy(const char *from)');
  for (const text of [called, handed, exported]) {
    const [[, result] = []] = await settled(text);
    expect(result).toBeUndefined();
  }
});

test('a pointer that is tested right before is settled, and names the test', async () => {
  const text = (leave: string) => `struct box { int n; struct box *next; };
struct box *make(void);
int grow(struct box *b)
{
    if (b->next == 0) {
        b->next = make();
        if (b->next == 0)
            ${leave}
        b->next->n = 1;
    }
    return b->n;
}
`;
  const nextOf = async (leave: string) => {
    const { index } = await scannedTree({ 'a.c': text(leave) });
    const description =
      '`b->next` is compared with null before, but is dereferenced where it may be null';
    const place = {
      file: 'a.c',
      line: 9,
      function: 'grow',
      pattern: 'possible_null_deref',
      description,
    };
    return settledByMachine(candidate(place), index);
  };
  expect(await nextOf('return -1;')).toMatchObject({
    kind: 'refuted',
    by: 'engine',
    reason: expect.stringContaining('a.c:7'),
  });
  expect(await nextOf('b->n = 0;')).toBeUndefined();
});
