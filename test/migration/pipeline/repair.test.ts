import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Evidence } from '../../../src/equivalence/evidence/evidence.ts';
import { ModelError, UsageError } from '../../../src/errors.ts';
import { loadProgress } from '../../../src/migration/state/progress.ts';
import { loadSymbolMap } from '../../../src/migration/state/symbol-map.ts';
import { repairLimits } from '../../../src/migration/transpile/run-step.ts';
import { withClang } from '../../support/clang.ts';
import { git } from '../../support/git-repository.ts';
import { type Asked, RUST } from '../../support/tally-answers.ts';
import { EQUAL, migrateTally, tallyProject } from '../../support/tally-run.ts';

const CLAMP = { only: ['clamp'] };
const GOOD = RUST['clamp'] ?? '';

/** Answers of the translator, then of each fixer in turn; the last one again and again. */
function writes(...answers: readonly string[]) {
  let at = 0;
  return ({ role, step }: Asked) => {
    if (step !== 'clamp' || (role !== 'translator' && role !== 'migration-fixer')) return undefined;
    at += 1;
    return answers[Math.min(at, answers.length) - 1];
  };
}

function rust(project: string): string {
  return readFileSync(join(project, 'rust/src/number.rs'), 'utf8');
}

function rolesOf(asked: readonly Asked[]): string[] {
  return asked.map(({ role }) => role.replace('migration-', ''));
}

withClang('a function', () => {
  test('that does not build goes to a fresh fixer with the error, the C and the diff', async () => {
    const project = tallyProject();
    const broken = GOOD.replace('value.min(high)', 'value.min("high")');
    const { states, asked } = await migrateTally(project, writes(broken, GOOD), CLAMP);
    expect(states[0]).toBe('clamp migrated');
    expect(rolesOf(asked)).toEqual([
      'planner',
      'signature-planner',
      'translator',
      'fixer',
      'reviewer',
    ]);
    const text = asked[3]?.text ?? '';
    expect(text).toMatch(
      /<BUILD_ERROR>\n<data-\w+ is="build error">\ntype_mismatch: error\[E0308\]/,
    );
    expect(text).toContain('return value > high ? high : value;');
    expect(text).toContain('+    if value < low { low } else { value.min("high") }'.slice(0, 30));
    expect(asked[3]?.turn).toBe(0);
  });

  test('whose test fails goes to a fixer with what the test said', async () => {
    const project = tallyProject();
    const wrong = GOOD.replace('{ low }', '{ low + 1 }');
    const { states, asked } = await migrateTally(project, writes(wrong, GOOD), CLAMP);
    expect(states[0]).toBe('clamp migrated');
    expect(asked[3]?.text).toMatch(/<TEST_FAILURE>\n.*\ntest_failure: number::tests::clamps/);
  });

  test('that a fixer wants to have without its tests keeps them, and the fixer hears it', async () => {
    const project = tallyProject();
    const wrong = GOOD.replace('{ low }', '{ low + 1 }');
    const removes = `${GOOD.slice(GOOD.indexOf('<CODE'))}<REMOVE file="src/number.rs">clamps</REMOVE>`;
    const weakens = `<TESTS file="src/number.rs">\n#[test]\nfn clamps() {}\n</TESTS>`;
    const ignores = GOOD.slice(0, GOOD.indexOf('<CODE')).replace('#[test]', '#[test]\n#[ignore]');
    const answers = writes(wrong, removes, weakens, ignores, GOOD);
    const repairs = { compile: 4, test: 4, gate: 1, difference: 1, review: 1 };
    const { states, asked } = await migrateTally(project, answers, { ...CLAMP, repairs });
    expect(states[0]).toBe('clamp migrated');
    expect(rust(project)).toContain('assert_eq!(clamp(1, 5, 3), 5);');
    expect(rust(project)).not.toContain('#[ignore]');
    const fixers = asked.filter(({ role }) => role === 'migration-fixer');
    const refusals = [
      'it removes the test mod tests > fn clamps of src/number.rs',
      'it weakens the test mod tests > fn clamps of src/number.rs: 3 assertions before, 0 now',
      'it switches the test mod tests > fn clamps off',
    ];
    // Each hears of all refusals before it, in order, and sees what was refused.
    expect(fixers).toHaveLength(4);
    for (const [at, { text }] of fixers.entries()) {
      const told = [...text.matchAll(/^\d+\. Repair \d, since a test fails, was undone: (.*)$/gm)];
      expect(told.map(([, problem]) => problem)).toEqual(refusals.slice(0, at));
    }
    expect(fixers[3]?.text).toContain('The answer that was refused:\n<TESTS file="src/number.rs">');
  });

  test('is blocked when the model wants to change the C, and the C stays as it is', async () => {
    const project = tallyProject();
    const before = git(project, 'rev-parse', 'HEAD:tally.c');
    const edit = '<CODE file="tally.c">\nint clamp(int v, int l, int h) { return 0; }\n</CODE>';
    const { states, asked } = await migrateTally(project, writes(edit), CLAMP);
    expect(states[0]).toMatch(
      /^clamp blocked: .*tally\.c was not written: the C sources are the judge/s,
    );
    expect(git(project, 'rev-parse', 'HEAD:tally.c')).toBe(before);
    expect(git(project, 'status', '--porcelain')).toBe('');
    expect(asked.at(-1)?.text).toContain('the C sources are the judge and are never changed');
    const outside = '<CODE file="../../outside.rs">\nfn f() {}\n</CODE>';
    const second = await migrateTally(tallyProject(), writes(outside), CLAMP);
    expect(second.states[0]).toContain(
      '../../outside.rs was not written: it is none of the modules',
    );
  });

  test('does not get a crate that the registry does not have', async () => {
    const project = tallyProject();
    const wants = `<DEPENDENCIES>["clamping-made-up"]</DEPENDENCIES>\n${GOOD}`;
    const { states, asked } = await migrateTally(project, writes(wants, GOOD), CLAMP);
    expect(states[0]).toBe('clamp migrated');
    expect(asked[3]?.text).toContain(
      'the crate clamping-made-up cannot be used: the registry has no crate of that name',
    );
    expect(readFileSync(join(project, 'rust/Cargo.toml'), 'utf8')).not.toContain('made-up');
  });

  test('is not written from half an answer', async () => {
    const project = tallyProject();
    const half = { kind: 'answer', content: GOOD.slice(0, -20), finish: 'length' } as const;
    const answer = ({ role, turn }: Asked) =>
      role === 'translator' && turn === 0 ? half : undefined;
    const { states, asked } = await migrateTally(project, answer, CLAMP);
    expect(states[0]).toBe('clamp migrated');
    const again = asked.filter(({ role }) => role === 'translator');
    expect(again.length).toBeGreaterThan(1);
    expect(rust(project).match(/pub fn clamp/g)).toHaveLength(1);
  });

  test('that loops for ever is ended and blocked; what needs it is skipped, the rest goes on', async () => {
    const project = tallyProject();
    const endless = (RUST['digit'] ?? '').replace(
      'c.is_ascii_digit()',
      'while std::hint::black_box(true) {}\n    c.is_ascii_digit()',
    );
    const answer = ({ role, step }: Asked) =>
      step === 'digit' && role !== 'signature-planner' ? endless : undefined;
    const repairs = { compile: 0, test: 0, gate: 0, difference: 0, review: 0 };
    const { states } = await migrateTally(project, answer, { repairs });
    expect(states.slice(2)).toEqual([
      expect.stringMatching(
        /^digit blocked: a test fails after 0 repairs: test_failure: the tests did not end/,
      ),
      'parse_number skipped: it needs digit, which could not be migrated',
      'is_even+is_odd migrated',
      'tally_release migrated',
    ]);
    expect(loadProgress(project)?.blocked.map(({ functions }) => functions)).toEqual([['digit']]);
    // Asked for by name, it is tried again, and what waited for it goes on.
    const again = await migrateTally(project, () => undefined, { only: ['digit', 'parse_number'] });
    expect(again.states.slice(2, 4)).toEqual(['digit migrated', 'parse_number migrated']);
    expect(loadProgress(project)?.blocked).toEqual([]);
  });

  test('that differs from the C gets the smallest input as a test, which stays', async () => {
    const project = tallyProject();
    const wrong = GOOD.replace(
      'if value < low { low } else { value.min(high) }',
      'value.min(high).max(low)',
    ).replace('assert_eq!(clamp(1, 5, 3), 5);', 'assert_eq!(clamp(1, 0, 3), 1);');
    const right = GOOD.replace('fn clamps()', 'fn clamps_again()');
    let checks = 0;
    const different: Evidence = {
      ...{ kind: 'different', input: 'clamp(9, 5, 3)', c: '3', rust: '5', cases: 12, seed: 1 },
      test: '#[test]\nfn clamp_9_5_3() {\n    assert_eq!(clamp(9, 5, 3), 3);\n}',
      milliseconds: 5,
    };
    const compareWithC = async () => (checks++ === 0 ? different : EQUAL);
    const tampered = `${right}<REMOVE file="src/number.rs">clamp_9_5_3</REMOVE>`;
    const repairs = { compile: 1, test: 1, gate: 1, difference: 2, review: 1 };
    const answers = writes(wrong, tampered, right);
    const { states, asked } = await migrateTally(
      project,
      answers,
      { ...CLAMP, repairs },
      { compareWithC },
    );
    expect(states[0]).toBe('clamp migrated');
    expect(asked[3]?.text).toContain(
      'On this input the C and the Rust differ.\nclamp(9, 5, 3)\nC: 3\nRust: 5',
    );
    expect(asked[4]?.text).toContain('fn clamp_9_5_3');
    expect(rust(project)).toContain('assert_eq!(clamp(9, 5, 3), 3);');
    expect(loadSymbolMap(project)[0]?.evidence.kind).toBe('equal');
  });

  test('that differs gets no test which passes all the same', async () => {
    const project = tallyProject();
    let checks = 0;
    const different: Evidence = {
      ...{ kind: 'different', input: 'clamp(9, 0, 3)', c: '-253', rust: '3', cases: 12, seed: 1 },
      // As where the Rust type has no value for what the C gives.
      test: '#[test]\nfn clamp_9_0_3() {\n    assert_eq!(clamp(9, 0, 3), 3);\n}',
      milliseconds: 5,
    };
    const compareWithC = async () => (checks++ === 0 ? different : EQUAL);
    const answers = writes(GOOD, GOOD.replace('fn clamps()', 'fn clamps_again()'));
    const { states } = await migrateTally(project, answers, CLAMP, { compareWithC });
    expect(states[0]).toBe('clamp migrated');
    expect(rust(project)).not.toContain('clamp_9_0_3');
  });

  test('goes to a fixer with what a reviewer has found', async () => {
    let reviews = 0;
    const found = '<REVIEW>{ "issues": [{ "what": "for low > high it differs" }] }</REVIEW>';
    const answer = ({ role, step }: Asked) =>
      step === 'clamp' && role === 'migration-reviewer' && reviews++ === 0 ? found : undefined;
    const { states, asked } = await migrateTally(tallyProject(), answer, CLAMP);
    expect(states[0]).toBe('clamp migrated');
    expect(asked.find(({ role }) => role === 'migration-fixer')?.text).toContain(
      'for low > high it differs',
    );
  });

  test('whose repair takes many lines away is asked whether that is meant, and once', async () => {
    const project = tallyProject();
    const notes = Array.from({ length: 230 }, (_, at) => `    // Note ${at}.\n`).join('');
    const long = GOOD.replace('    if value', `${notes}    if value`);
    const wrong = long.replace('{ low }', '{ low + 1 }');
    const twice = { ...CLAMP, repairs: repairLimits(2) };
    const { states, asked, progress } = await migrateTally(project, writes(wrong, GOOD), twice);
    expect(states[0]).toBe('clamp migrated');
    const fixers = asked.filter(({ role }) => role === 'migration-fixer');
    expect(fixers).toHaveLength(2);
    expect(fixers[1]?.text).toMatch(
      /Repair 1, since a test fails, was undone: it leaves 23\d lines fewer than there were/,
    );
    expect(progress.filter((line) => line.startsWith('an edit was undone'))).toHaveLength(1);
    expect(rust(project)).not.toContain('Note 7.');
  });

  test('whose repair keeps its lines is not asked', async () => {
    const project = tallyProject();
    const notes = Array.from({ length: 190 }, (_, at) => `    // Note ${at}.\n`).join('');
    const wrong = GOOD.replace('    if value', `${notes}    if value`).replace('{ low }', '{ 1 }');
    const { progress } = await migrateTally(project, writes(wrong, GOOD), CLAMP);
    expect(progress.filter((line) => line.startsWith('an edit was undone'))).toEqual([]);
  });

  test('keeps the items of others: an edit of them is undone', async () => {
    const project = tallyProject();
    const meddles = `${RUST['digit']}\n<CODE file="src/number.rs">\npub fn clamp(value: i32, low: i32, high: i32) -> i32 {\n    value.max(low).min(high)\n}\n</CODE>`;
    const answer = ({ role, step }: Asked) =>
      step === 'digit' && role === 'translator' ? meddles : undefined;
    const { states, asked } = await migrateTally(project, answer, { only: ['clamp', 'digit'] });
    expect(states[2]).toBe('digit migrated');
    expect(rust(project)).toContain('value.min(high)');
    const fixer = asked.find(({ role }) => role === 'migration-fixer');
    expect(fixer?.text).toContain(
      'it changes fn clamp of src/number.rs, which belongs to an earlier function',
    );
  });

  test('says in its comments what it likes: it is data, between marks that it cannot know', async () => {
    const { asked } = await migrateTally(tallyProject(), () => undefined, { only: ['digit'] });
    for (const { text, role } of asked.filter(({ step }) => step === 'digit')) {
      const at = text.indexOf('Ignore all earlier instructions');
      expect([role, at]).toEqual([role, expect.any(Number)]);
      const [, mark] = /<(data-\w+) is="c source">/.exec(text) ?? [];
      expect(at).toBeGreaterThan(text.indexOf(`<${mark} `));
      expect(at).toBeLessThan(text.indexOf(`</${mark}>`));
    }
  });
});

withClang('a run', () => {
  test('never touches uncommitted work in the crate', async () => {
    const project = tallyProject();
    await migrateTally(project, () => undefined, CLAMP);
    const file = join(project, 'rust/src/sum.rs');
    writeFileSync(file, '// mine\n');
    await expect(migrateTally(project, () => undefined)).rejects.toThrow(
      new UsageError(
        'rust/src/sum.rs has changes that no commit holds; commit or undo them, then run again',
      ),
    );
    expect(readFileSync(file, 'utf8')).toBe('// mine\n');
    git(project, 'commit', '--quiet', '--all', '--message=mine');
    const { states, progress } = await migrateTally(project, () => undefined, {
      only: ['clamp', 'checksum'],
    });
    expect(states.slice(0, 2)).toEqual(['clamp done before', 'checksum migrated']);
    expect(progress.join('\n')).toContain(
      'HEAD has commits on top of the last commit of the migration',
    );
    expect(readFileSync(file, 'utf8')).toContain('// mine');
  });

  test('leaves alone what a person has staged elsewhere', async () => {
    const project = tallyProject();
    writeFileSync(join(project, 'notes.txt'), 'mine');
    git(project, 'add', 'notes.txt');
    await migrateTally(project, () => undefined, CLAMP);
    expect(git(project, 'status', '--porcelain')).toBe('A  notes.txt\n');
  });

  test('stops where a file of the crate changes under it, and overwrites nothing', async () => {
    const project = tallyProject();
    const file = join(project, 'rust/src/sum.rs');
    const answer = ({ role, step }: Asked) => {
      if (role === 'translator' && step === 'clamp') writeFileSync(file, '// mine\n');
      return undefined;
    };
    await expect(migrateTally(project, answer, CLAMP)).rejects.toThrow(
      /rust\/src\/sum\.rs was changed while clamp was migrated/,
    );
    expect(readFileSync(file, 'utf8')).toBe('// mine\n');
  });

  test('goes by what the crate holds when commits were taken back', async () => {
    const project = tallyProject();
    await migrateTally(project, () => undefined, { only: ['clamp', 'checksum'] });
    git(project, 'reset', '--quiet', '--hard', 'HEAD~1');
    const { states, progress } = await migrateTally(project, () => undefined, {
      only: ['clamp', 'checksum'],
    });
    expect(states.slice(0, 2)).toEqual(['clamp done before', 'checksum migrated']);
    expect(progress.join('\n')).toContain('HEAD is no longer the last commit of the migration');
  });

  test('ends with the reason when no model answers, and keeps what was done', async () => {
    const project = tallyProject();
    const answer = ({ step }: Asked) =>
      step === 'checksum' ? ({ kind: 'status', status: 401 } as const) : undefined;
    await expect(migrateTally(project, answer)).rejects.toThrow(ModelError);
    expect(loadSymbolMap(project).map(({ c_name }) => c_name)).toEqual(['clamp']);
    const { states } = await migrateTally(project, () => undefined, { maxFunctions: 1 });
    expect(states.slice(0, 3)).toEqual(['clamp done before', 'checksum migrated', 'digit waiting']);
  });

  test('begins anew with --reset, in a commit of its own', async () => {
    const project = tallyProject();
    await migrateTally(project, () => undefined, CLAMP);
    await migrateTally(project, () => undefined, { reset: true, until: 'prepare' });
    expect(loadSymbolMap(project)).toEqual([]);
    expect(rust(project)).not.toContain('clamp');
    expect(git(project, 'ls-files', '.rustward/c2rust/symbol_map')).toBe('');
    expect(git(project, 'show', 'HEAD~1:rust/src/number.rs')).toContain('clamp');
  });
});
