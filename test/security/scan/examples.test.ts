import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { RULES } from '../../../src/rules/index.ts';
import { MIN_FINDING_CONFIDENCE } from '../../../src/security/candidates/severity.ts';
import { scan } from '../../../src/security/scan/scan.ts';

const EXAMPLES = join(import.meta.dirname, '../../../examples');

// What the change of an example brings is found in report-command.test.ts.
test.each(['archive-reader', 'kv-store'])('the sound example %s has no finding', async (name) => {
  const { candidates } = await scan(
    { path: join(EXAMPLES, name), threads: 0 },
    { rules: RULES, grammars: loadGrammars(), threadScript: new URL('absent.ts', import.meta.url) },
  );
  const findings = candidates.filter(({ confidence }) => confidence >= MIN_FINDING_CONFIDENCE);
  expect(findings.map(({ file, line, pattern }) => `${file}:${line} ${pattern}`)).toEqual([]);
  expect(candidates.length).toBeGreaterThan(0);
});
