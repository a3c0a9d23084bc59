import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Evidence, OtherDifference } from '../../../src/equivalence/evidence/evidence.ts';
import { loadSymbolMap } from '../../../src/migration/state/symbol-map.ts';
import type { CompareWithC } from '../../../src/migration/steps/step.ts';
import { withClang } from '../../support/clang.ts';
import { git } from '../../support/git-repository.ts';
import { type Asked, RUST } from '../../support/tally-answers.ts';
import { EQUAL, migrateTally, tallyProject } from '../../support/tally-run.ts';

const GOOD = RUST['clamp'] ?? '';
/** Wrong for `low > high`, with a helper of its own and a test that says so. */
const WRONG = GOOD.replace(
  'if value < low { low } else { value.min(high) }\n}',
  'value.max(low).min(bound(high))\n}\n\nfn bound(high: i32) -> i32 {\n    high\n}',
).replace('assert_eq!(clamp(1, 5, 3), 5);', 'assert_eq!(clamp(1, 5, 3), 3);');
const MENDED = WRONG.replace(
  'value.max(low).min(bound(high))',
  'if value < low { low } else { bound(high).min(value) }',
).replace('assert_eq!(clamp(1, 5, 3), 3);', 'assert_eq!(clamp(1, 5, 3), 5);');

/** What the comparison of `checksum` sees while `clamp` is wrong. */
const CLAMP_DIFFERS: OtherDifference = {
  ...{ c_name: 'clamp', rust_symbol: 'number::clamp', called_before: [] },
  ...{ input: 'clamp(1, 5, 3)', c: 'return = 5', rust: 'return = 3' },
  test: '#[test]\nfn clamp_matches_c() {\n    assert_eq!(crate::number::clamp(1, 5, 3), 5);\n}\n',
};
const TWO = { maxFunctions: 2 };
const crateOf = (project: string) => readFileSync(join(project, 'rust/src/number.rs'), 'utf8');

/** Compares `checksum` as far as `clamp` lets it; all others are equal. */
const compareWithC: CompareWithC = ({ cName }, crate) => {
  const isWrong = readFileSync(join(crate, 'src/number.rs'), 'utf8').includes('value.max(low)');
  const isMet = cName === 'checksum' && isWrong;
  return Promise.resolve(isMet ? { ...EQUAL, others_differ: [CLAMP_DIFFERS] } : EQUAL);
};

/** Answers for `clamp` by role; else as a good model. */
function answering(own: Partial<Record<Asked['role'], string>>) {
  return ({ role, step }: Asked): string | undefined =>
    step === 'clamp' || role === 'migration-arbiter' ? own[role] : undefined;
}

const evidenceOf = (project: string, name: string): Evidence | undefined =>
  loadSymbolMap(project).find(({ c_name }) => c_name === name)?.evidence;

withClang('a function that differs while another one is compared', () => {
  test('is repaired with its helpers, and the other one is compared with it', async () => {
    const project = tallyProject();
    const { states, asked, progress } = await migrateTally(
      project,
      answering({ translator: WRONG, 'migration-fixer': MENDED }),
      TWO,
      { compareWithC },
    );
    expect(states.slice(0, 2)).toEqual(['clamp migrated', 'checksum migrated']);
    const fixers = asked.filter(({ role }) => role === 'migration-fixer');
    expect(fixers.map(({ step }) => step)).toEqual(['clamp']);
    expect(fixers[0]?.text).toContain('On this input the C and the Rust differ.\nclamp(1, 5, 3)');
    expect(progress).toContain('clamp is looked at once more');
    expect(crateOf(project)).toContain('fn clamp_matches_c()');
    expect(crateOf(project)).not.toContain('value.max(low)');
    expect(evidenceOf(project, 'clamp')).toEqual(EQUAL);
    expect(evidenceOf(project, 'checksum')).toEqual(EQUAL);
    expect(git(project, 'log', '--format=%s').split('\n').slice(0, 4)).toEqual([
      'Compare what could not be compared before',
      'Repair clamp, which differs from its C',
      'clamp differs from its C',
      'Migrate checksum (tally.c) to Rust',
    ]);
    expect(git(project, 'status', '--porcelain')).toBe('');
  });

  test('is no longer said to be equal where no repair mends it, and is asked about once', async () => {
    const project = tallyProject();
    const { states, asked } = await migrateTally(
      project,
      answering({ translator: WRONG, 'migration-fixer': WRONG }),
      TWO,
      { compareWithC },
    );
    expect(states[0]).toBe(
      'clamp blocked: compared when all was there, clamp does something else than the C: for clamp(1, 5, 3) the C gives return = 5, the Rust return = 3',
    );
    expect(states[1]).toBe('checksum migrated');
    // Once for the difference, and once for the test that shows it.
    expect(asked.filter(({ role }) => role === 'migration-fixer')).toHaveLength(2);
    expect(evidenceOf(project, 'clamp')).toMatchObject({
      kind: 'different',
      input: 'clamp(1, 5, 3)',
    });
    expect(evidenceOf(project, 'checksum')).toMatchObject({
      kind: 'equal',
      others_differ: [CLAMP_DIFFERS],
    });
    const again = await migrateTally(project, () => undefined, TWO);
    expect(again.states[0]).toMatch(/^clamp blocked: compared when all was there/);
  });

  test('and is right, as a second reader finds, is not compared, and what was called before it is asked about', async () => {
    const project = tallyProject();
    const other = { ...CLAMP_DIFFERS, called_before: ['sum::checksum'] };
    const calls: CompareWithC = async ({ cName }) =>
      cName === 'digit' ? { ...EQUAL, others_differ: [other] } : EQUAL;
    const right = '<RIGHT>the sum before it is wrong</RIGHT>';
    const holds = '<VERDICT>{ "holds": true, "because": "so it is" }</VERDICT>';
    const answer = ({ role }: Asked) =>
      role === 'migration-fixer' ? right : role === 'migration-arbiter' ? holds : undefined;
    const { states, asked } = await migrateTally(
      project,
      answer,
      { maxFunctions: 3 },
      { compareWithC: calls },
    );
    expect(states.slice(0, 3)).toEqual(['clamp migrated', 'checksum migrated', 'digit migrated']);
    expect(asked.filter(({ role }) => role === 'migration-fixer').map(({ step }) => step)).toEqual([
      ...['clamp', 'checksum'],
    ]);
    expect(evidenceOf(project, 'clamp')).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('clamp(1, 5, 3)'),
    });
    expect(evidenceOf(project, 'checksum')).toEqual(EQUAL);
  });
});
