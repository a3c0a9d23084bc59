import { expect, test } from '@jest/globals';
import { draftClaim } from '../../../src/security/discover/draft-claim.ts';
import { clustersOfClaims } from '../../../src/security/triage/claim-clusters.ts';
import { derivePromptInputs } from '../../../src/security/triage/derive.ts';
import { candidate } from '../../support/candidates.ts';
import { scannedTree } from '../../support/scanned-tree.ts';

const FILES = {
  'a.c': 'void f(char *t)\n{\n    use(t);\n}\n',
  'lib/b.c': 'int helper(int n)\n{\n    return n;\n}\n',
};

const CLASSES = {
  language: () => 'c' as const,
  category: () => 'memory' as const,
  severity: () => 'high' as const,
};

const CLAIM = {
  ...{ file: 'a.c', line: 3, function: 'f', cwe: 787, condition: 'always' },
  ...{ steps: [], cause: '', consequences: '', suggestions: '' },
};

test('the blanks of what a claim quotes are kept, and its lines are joined', async () => {
  const { index } = await scannedTree(FILES);
  const violated = 'the length is -1 for `Author:  <a@b>`,\n\tand 0 for `Author: x <a@b>`';
  expect(draftClaim({ ...CLAIM, violated }, index, CLASSES)?.description).toBe(
    'the length is -1 for `Author:  <a@b>`, and 0 for `Author: x <a@b>`. Condition: always.',
  );
});

test('a claim is given once and to its end, with the code that it names', async () => {
  const { index } = await scannedTree(FILES);
  const violated = `${'the buffer is written '.repeat(40)}beyond its end by lib/b.c:3`;
  const draft = draftClaim({ ...CLAIM, violated }, index, CLASSES);
  const claimed = candidate({ ...draft, gid: 7 });
  expect(claimed.description).toContain('beyond its end by lib/b.c:3');
  const [cluster] = clustersOfClaims([claimed], []);
  if (cluster === undefined) throw new Error('there is no cluster');
  const asked = await derivePromptInputs({ cluster, candidates: [claimed] }, { index });
  expect(asked.verification).toBe('what the candidates below claim');
  expect(asked.candidates).toContain('beyond its end by lib/b.c:3');
  expect(asked.code).toContain('return n;');
});
