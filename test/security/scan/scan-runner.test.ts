import { expect, test } from '@jest/globals';
import { NO_PROJECT } from '../../../src/code/flow/project/project-knowledge.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { NO_BUILDS } from '../../../src/security/scan/build/tree-builds.ts';
import { ScanRunner } from '../../../src/security/scan/scan-runner.ts';
import { TEXT_LIMITS } from '../../../src/workspace/files/source-text.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a small file is analysed in this thread, and in another one where one has begun that knows what is known', async () => {
  const root = temporaryFolder({ 'small.c': 'int small;\n' });
  const runner = new ScanRunner(
    TEXT_LIMITS,
    { threads: 1 },
    {
      rules: [],
      grammars: loadGrammars(),
      threadScript: new URL('fixtures/silent-thread.ts', import.meta.url),
    },
  );
  const runs = runner.ofTree({ root, builds: NO_BUILDS });
  const surveyed = async (weight: number, knowledge = NO_PROJECT) => {
    const task = { step: 'survey' as const, file: 'small.c' };
    const [outcome] = await runs([{ task, weight }], knowledge, () => undefined);
    return outcome && 'result' in outcome && 'surveyed' in outcome.result
      ? outcome.result.surveyed?.survey.file
      : 'failed';
  };
  const other = { ...NO_PROJECT };
  try {
    expect(await surveyed(10)).toBe('small.c');
    // The thread of this test gives undefined.
    expect(await surveyed(1_000_000)).toBeUndefined();
    expect(await surveyed(10)).toBeUndefined();
    expect(await surveyed(10, other)).toBe('small.c');
    expect(await surveyed(10_000, other)).toBeUndefined();
    expect(await surveyed(10, other)).toBeUndefined();
  } finally {
    await runner.close();
  }
});
