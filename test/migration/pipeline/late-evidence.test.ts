import { expect, test } from '@jest/globals';
import type { Evidence } from '../../../src/equivalence/evidence/evidence.ts';
import { loadSymbolMap } from '../../../src/migration/state/symbol-map.ts';
import { withClang } from '../../support/clang.ts';
import { git } from '../../support/git-repository.ts';
import { EQUAL, migrateTally, tallyProject } from '../../support/tally-run.ts';

const NOT_YET: Evidence = { kind: 'not checked', because: 'nothing shows what it holds' };
const DIFFERENT: Evidence = {
  ...{ kind: 'different', input: 'clamp(1)', c: '1', rust: '2', test: '', cases: 1, seed: 1 },
  milliseconds: 1,
};
const CLAMP = { maxFunctions: 1 };
const run = async (
  project: string,
  evidence: readonly Evidence[],
  only: readonly string[] = [],
) => {
  let checks = 0;
  const compareWithC = async () => evidence[checks++] ?? EQUAL;
  return (await migrateTally(project, () => undefined, { ...CLAMP, only }, { compareWithC }))
    .states[0];
};
const known = (project: string) => loadSymbolMap(project).map(({ evidence }) => evidence.kind);

withClang('what can be compared only later', () => {
  test('is compared at the end of a run, in a commit of its own', async () => {
    const project = tallyProject();
    expect(await run(project, [NOT_YET, EQUAL])).toBe('clamp migrated');
    expect(known(project)).toEqual(['equal']);
    expect(git(project, 'log', '-1', '--format=%s').trim()).toBe(
      'Compare what could not be compared before',
    );
  });

  test('blocks where it differs, until somebody has it carried over again', async () => {
    const project = tallyProject();
    const reason =
      'clamp blocked: compared when all was there, clamp does something else than the C: for clamp(1) the C gives 1, the Rust 2';
    expect(await run(project, [NOT_YET, DIFFERENT])).toBe(reason);
    expect(known(project)).toEqual(['different']);
    expect(await run(project, [])).toBe(reason);
    expect(await run(project, [EQUAL], ['clamp'])).toBe('clamp migrated');
    expect(known(project)).toEqual(['equal', 'equal']);
  });

  test('says why when it still cannot be', async () => {
    const project = tallyProject();
    const other: Evidence = { kind: 'not checked', because: 'it needs more memory than there is' };
    expect(await run(project, [NOT_YET, other])).toBe('clamp migrated');
    expect(loadSymbolMap(project)[0]?.evidence).toEqual(other);
  });
});
