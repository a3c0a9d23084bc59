import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Evidence } from '../../../src/equivalence/evidence/evidence.ts';
import { loadSymbolMap } from '../../../src/migration/state/symbol-map.ts';
import type { CompareWithC } from '../../../src/migration/steps/step.ts';
import { repairLimits } from '../../../src/migration/transpile/run-step.ts';
import { withClang } from '../../support/clang.ts';
import { type Asked, RUST } from '../../support/tally-answers.ts';
import { EQUAL, migrateTally, tallyProject } from '../../support/tally-run.ts';

const CLAMP = { only: ['clamp'] };
const GOOD = RUST['clamp'] ?? '';
/** What a gate takes for a stub: it hands its argument back. */
const STUB = `<TESTS file="src/number.rs">
#[test]
fn keeps() {
    assert_eq!(clamp(1, 0, 3), 1);
}
</TESTS>
<CODE file="src/number.rs">
/// Keeps a value between two others.
pub fn clamp(value: i32, _low: i32, _high: i32) -> i32 {
    value
}
</CODE>`;
const SIGNATURE =
  '<PLAN>[{ "c": "clamp", "file": "src/number.rs", "rust": "number::clamp", "signature": "pub fn clamp(value: i32, _low: i32, _high: i32) -> i32" }]</PLAN>';
const NOT_COMPARED: Evidence = { kind: 'not checked', because: 'low is a mystery' };
const HOLDS = '<VERDICT>{ "holds": true, "because": "callers never leave the range" }</VERDICT>';

/** Answers for `clamp` by role, each in turn, the last one again and again; else as a good model. */
function answering(answers: Partial<Record<Asked['role'], readonly string[]>>) {
  const counts = new Map<string, number>();
  return ({ role, step }: Asked): string | undefined => {
    const own = answers[role];
    if (own === undefined || (step !== 'clamp' && role !== 'migration-arbiter')) return undefined;
    const at = counts.get(role) ?? 0;
    counts.set(role, at + 1);
    return own[Math.min(at, own.length - 1)];
  };
}

const planned = { 'signature-planner': [SIGNATURE], translator: [STUB] };
const notCompared = { compareWithC: async () => NOT_COMPARED };

withClang('a gate that guesses', () => {
  test('says nothing of what was compared with the C', async () => {
    const answers = answering(planned);
    const deps = { compareWithC: async () => EQUAL };
    const { states, asked } = await migrateTally(tallyProject(), answers, CLAMP, deps);
    expect(states[0]).toBe('clamp migrated');
    expect(asked.map(({ role }) => role)).not.toContain('migration-fixer');
  });

  test('speaks where the comparison reached little of the C', async () => {
    const coverage = { lines: 9, coveredLines: 2, branches: 4, coveredBranches: 1 };
    const deps = { compareWithC: async () => ({ ...EQUAL, coverage }) };
    const answers = answering({ ...planned, 'migration-fixer': [STUB] });
    const { states } = await migrateTally(tallyProject(), answers, CLAMP, deps);
    expect(states[0]).toMatch(/^clamp blocked: a gate refuses it after 1 repairs: silent stub: /);
  });

  test('says what it saw and what would satisfy it, and a second reader may let it pass', async () => {
    const answers = answering({
      ...planned,
      'migration-fixer': ['<RIGHT>no caller leaves the range</RIGHT>'],
      'migration-arbiter': [HOLDS],
    });
    const project = tallyProject();
    const { states, asked, progress } = await migrateTally(project, answers, CLAMP, notCompared);
    expect(states[0]).toBe('clamp migrated');
    expect(progress).toContain('a gate refuses it (silent stub), repair 1');
    const fixer = asked.find(({ role }) => role === 'migration-fixer')?.text;
    expect(fixer).toMatch(/silent stub: clamp returns its argument value, while the C computes/);
    expect(fixer).toContain('could not be compared with the C, because low is a mystery');
    expect(fixer).toContain('satisfies it');
    const arbiter = asked.find(({ role }) => role === 'migration-arbiter')?.text;
    expect(arbiter).toContain('It is right as it is: no caller leaves the range');
    expect(loadSymbolMap(project)[0]).toMatchObject({
      evidence: NOT_COMPARED,
      remarks: [expect.stringContaining('A second reader finds it right: callers never leave')],
    });
  });

  test('holds where the second reader does not agree, and the next one hears why', async () => {
    const repairs = { compile: 1, test: 1, gate: 2, difference: 1, review: 1 };
    const right = GOOD.replaceAll('low', '_low').replaceAll('high', '_high');
    const answers = answering({
      ...planned,
      'migration-fixer': ['<RIGHT>trust me</RIGHT>', right],
    });
    const options = { ...CLAMP, repairs };
    const { states, asked } = await migrateTally(tallyProject(), answers, options, notCompared);
    expect(states[0]).toBe('clamp migrated');
    const [, second] = asked.filter(({ role }) => role === 'migration-fixer');
    expect(second?.text).toContain('the second reader does not agree: it is not so');
  });
});

withClang('a difference', () => {
  const low: Extract<Evidence, { kind: 'different' }> = {
    ...{ kind: 'different', input: 'value = 1', c: 'return = 7', rust: 'return = 1' },
    test: '#[test]\nfn clamp_matches_c() {\n    assert_eq!(crate::number::clamp(1, 0, 3), 7);\n}\n',
    ...{ cases: 1, seed: 1, milliseconds: 1 },
  };
  const right = '<RIGHT>the C cannot give 7 for 1</RIGHT>';

  test('that the text of the C rules out is no difference, and no evidence', async () => {
    const project = tallyProject();
    const answers = answering({ 'migration-fixer': [right], 'migration-arbiter': [HOLDS] });
    const deps = { compareWithC: async () => low };
    const { states } = await migrateTally(project, answers, CLAMP, deps);
    expect(states[0]).toBe('clamp migrated');
    expect(loadSymbolMap(project)[0]?.evidence).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('the comparison says of the C what its text rules out'),
    });
    const rust = readFileSync(join(project, 'rust/src/number.rs'), 'utf8');
    expect(rust).not.toContain('clamp_matches_c');
  });

  test('that is ruled out is known to the next comparison, which goes on without that input', async () => {
    const project = tallyProject();
    const answers = answering({ 'migration-fixer': [right], 'migration-arbiter': [HOLDS] });
    const other = { ...low, input: 'value = 2' };
    const known: boolean[] = [];
    const compareWithC: CompareWithC = (_plan, _crate, isRefuted) => {
      known.push(isRefuted?.(low) === true, isRefuted?.(other) === true);
      return Promise.resolve(isRefuted?.(low) === true ? EQUAL : low);
    };
    const { states } = await migrateTally(project, answers, CLAMP, { compareWithC });
    expect(states[0]).toBe('clamp migrated');
    expect(known).toEqual([false, false, true, false]);
    expect(loadSymbolMap(project)[0]?.evidence).toEqual(EQUAL);
  });

  test('of a kind that was ruled out twice blocks nothing: it is not compared', async () => {
    const project = tallyProject();
    const answers = answering({ 'migration-fixer': [right], 'migration-arbiter': [HOLDS] });
    let seen = 0;
    const compareWithC: CompareWithC = () => {
      seen += 1;
      return Promise.resolve({ ...low, input: `value = ${seen}`, c: `return = ${seen + 6}` });
    };
    const options = { ...CLAMP, repairs: { ...repairLimits(1), difference: 3 } };
    const { states, asked } = await migrateTally(project, answers, options, { compareWithC });
    expect(states[0]).toBe('clamp migrated');
    expect(asked.filter(({ role }) => role === 'migration-arbiter')).toHaveLength(2);
    expect(loadSymbolMap(project)[0]?.evidence).toMatchObject({
      kind: 'not checked',
      because: expect.stringContaining('value = 3'),
    });
  });

  test('of another kind is asked about like the first', async () => {
    const answers = answering({ 'migration-fixer': [right], 'migration-arbiter': [HOLDS] });
    const others = [low, { ...low, input: 'value = 2' }, { ...low, c: 'errno = 3' }, EQUAL];
    let at = 0;
    const compareWithC = async () => others[at++] ?? EQUAL;
    const options = { ...CLAMP, repairs: { ...repairLimits(1), difference: 3 } };
    const { states, asked } = await migrateTally(tallyProject(), answers, options, {
      compareWithC,
    });
    expect(states[0]).toBe('clamp migrated');
    expect(asked.filter(({ role }) => role === 'migration-fixer')).toHaveLength(3);
  });

  test('stands where the second reader follows the C to it', async () => {
    const answers = answering({ 'migration-fixer': [right] });
    const deps = { compareWithC: async () => low };
    const { states } = await migrateTally(tallyProject(), answers, CLAMP, deps);
    expect(states[0]).toMatch(/^clamp blocked: it does something else than the C/);
  });
});

withClang('what cannot be done', () => {
  const interfaceOf = (text: string) => new Map([['number.rs', text]]);
  const given =
    'pub fn clamp(value: i32, _low: i32, _high: i32) -> i32 {\n    unimplemented!()\n}\n';
  const cannot = '<CANNOT>the given result is too narrow</CANNOT>';

  test('is the reason of a given interface, once a second reader agrees, and no more is tried', async () => {
    const answers = answering({ ...planned, translator: [cannot], 'migration-arbiter': [HOLDS] });
    const options = { ...CLAMP, rustInterface: interfaceOf(given), maxRestarts: 2 };
    const { states, asked } = await migrateTally(tallyProject(), answers, options);
    expect(states[0]).toBe('clamp blocked: it cannot be done: the given result is too narrow');
    expect(asked.map(({ role }) => role)).toEqual([
      ...['signature-planner', 'translator', 'migration-arbiter'],
    ]);
  });

  test('goes back to the planner where the plan is our own', async () => {
    const answers = answering({
      translator: [cannot, GOOD],
      'migration-arbiter': [HOLDS],
    });
    const options = { ...CLAMP, maxRestarts: 1 };
    const { states, asked } = await migrateTally(tallyProject(), answers, options);
    expect(states[0]).toBe('clamp migrated');
    const [, again] = asked.filter(({ role }) => role === 'signature-planner');
    expect(again?.text).toContain('it cannot be done: the given result is too narrow');
  });

  test('ends a function once, where the planner says so and a second reader agrees; what calls it goes on', async () => {
    const says = '<PLAN>[{ "c": "digit", "cannot": "it needs three eyes" }]</PLAN>';
    // It does the work of `digit` itself.
    const alone = (RUST['parse_number'] ?? '').replace(
      'digit(c)?',
      "c.is_ascii_digit().then(|| i32::from(c - b'0'))?",
    );
    const answer = ({ role, step }: Asked) => {
      if (role === 'migration-arbiter') return HOLDS;
      if (role === 'signature-planner' && step === 'digit') return says;
      return role === 'translator' && step === 'parse_number' ? alone : undefined;
    };
    const { states, asked } = await migrateTally(tallyProject(), answer, { maxRestarts: 2 });
    expect(states.slice(2, 4)).toEqual([
      'digit blocked: it cannot be done: digit: it needs three eyes',
      'parse_number migrated',
    ]);
    expect(asked.filter(({ step }) => step === 'digit').map(({ role }) => role)).toEqual([
      'signature-planner',
    ]);
    const translator = asked.find(
      ({ role, step }) => role === 'translator' && step === 'parse_number',
    );
    expect(translator?.text).toContain('No safe Rust can stand for digit.');
  });

  test('is not asked for a third time, where no plan helps', async () => {
    const answers = answering({ translator: [cannot], 'migration-arbiter': [HOLDS] });
    const options = { ...CLAMP, maxRestarts: 3 };
    const { states, asked } = await migrateTally(tallyProject(), answers, options);
    expect(states[0]).toBe('clamp blocked: it cannot be done: the given result is too narrow');
    expect(asked.filter(({ role }) => role === 'translator')).toHaveLength(2);
  });

  test('may be said by the planner, and is asked once more where that does not hold', async () => {
    const says = '<PLAN>[{ "c": "clamp", "cannot": "it needs three eyes" }]</PLAN>';
    const answers = answering({ 'signature-planner': [says, SIGNATURE], translator: [STUB] });
    const { states, asked } = await migrateTally(tallyProject(), answers, CLAMP);
    expect(states[0]).toBe('clamp migrated');
    const [, again] = asked.filter(({ role }) => role === 'signature-planner');
    expect(again?.text).toContain('It was said that it cannot be done: clamp: it needs three eyes');
  });
});

withClang('attempts', () => {
  test('never repeat a question, and each carries what was tried before', async () => {
    const broken = GOOD.replace('value.min(high)', 'value.min("high")');
    const answers = answering({ translator: [broken], 'migration-fixer': [broken] });
    const options = { ...CLAMP, maxRestarts: 2 };
    const { states, asked } = await migrateTally(tallyProject(), answers, options);
    expect(states[0]).toMatch(/^clamp blocked: it does not build after 1 repairs/);
    const texts = asked.map(({ role, text }) => `${role} ${text.replaceAll(/data-\w+/g, '')}`);
    expect(new Set(texts).size).toBe(texts.length);
    const last = asked.filter(({ role }) => role === 'translator').at(-1)?.text ?? '';
    expect(last.match(/^\d\. This attempt was given up: it does not build/gm)).toHaveLength(2);
  });
});
