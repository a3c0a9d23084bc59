import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Evidence } from '../../../src/equivalence/evidence/evidence.ts';
import { isStaleOutcome } from '../../../src/migration/pipeline/step-outcome.ts';
import type { Standing } from '../../../src/migration/state/standing.ts';
import { loadSymbolMap } from '../../../src/migration/state/symbol-map.ts';
import { withClang } from '../../support/clang.ts';
import { git } from '../../support/git-repository.ts';
import { EQUAL, migrateTally, tallyProject } from '../../support/tally-run.ts';

const because = 'the C has changed since it was compared: clamp in src/clamp.c';
const standing = new Map<string, Standing>([['clamp', { kind: 'changed', because }]]);
const ONE = { maxFunctions: 1 };
const DIFFERENT: Evidence = {
  ...{ kind: 'different', input: 'clamp(1)', c: '1', rust: '2', test: '', cases: 1, seed: 1 },
  milliseconds: 1,
};

/** A project of which `clamp` is migrated, run again after its C has changed. */
async function runAgain(seen: Evidence, only: readonly string[] = []) {
  const project = tallyProject();
  await migrateTally(project, () => undefined, ONE, { compareWithC: async () => EQUAL });
  const [before] = loadSymbolMap(project);
  const compared: string[] = [];
  const run = await migrateTally(
    project,
    () => undefined,
    { maxFunctions: 0, only },
    {
      standing,
      compareWithC: ({ cName }) => {
        compared.push(cName);
        return Promise.resolve(seen);
      },
    },
  );
  return { project, before, run, compared, after: loadSymbolMap(project)[0] };
}

withClang('a migrated function whose C has changed', () => {
  test('is recorded with the C and the Rust that were compared', async () => {
    const { before } = await runAgain(EQUAL);
    expect(before?.compared_rust).toMatchObject({
      'src/number.rs': { 'fn clamp': expect.any(String) },
    });
    expect(
      Object.values(before?.compared_c ?? {}).flatMap((names) => Object.keys(names)),
    ).toContain('clamp');
  });

  test('is compared anew, without a question, in a commit of its own', async () => {
    const seen = EQUAL.kind === 'equal' ? { ...EQUAL, cases: 77 } : EQUAL;
    const { project, run, compared, before, after } = await runAgain(seen);
    expect(compared).toEqual(['clamp']);
    expect(run.asked).toEqual([]);
    expect(after).toMatchObject({ evidence: { kind: 'equal', cases: 77 } });
    expect(after?.compared_c).toEqual(before?.compared_c);
    expect(run.progress).toContain(`clamp: ${because}`);
    expect(git(project, 'log', '-1', '--format=%s').trim()).toBe(
      'Compare what has changed since it was compared',
    );
    expect(run.outcomes.some(isStaleOutcome)).toBe(false);
  });

  test('is no longer equal where it differs, and its repair is asked for', async () => {
    const { run, after } = await runAgain(DIFFERENT);
    expect(run.asked.length).toBeGreaterThan(0);
    expect(after?.evidence.kind).toBe('different');
    expect(run.states[0]).toContain('clamp blocked');
  });

  test('that differed from the C before is compared anew, too', async () => {
    const { project } = await runAgain(DIFFERENT);
    const deps = { standing, compareWithC: () => Promise.resolve(EQUAL) };
    const { states } = await migrateTally(project, () => undefined, { maxFunctions: 0 }, deps);
    expect(states[0]).toBe('clamp done before');
    expect(loadSymbolMap(project)[0]?.evidence.kind).toBe('equal');
  });

  test('stays stale where a person has named others', async () => {
    const { run, compared, after } = await runAgain(EQUAL, ['tally_new']);
    expect(compared).not.toContain('clamp');
    expect(after?.evidence.kind).toBe('equal');
    expect(run.outcomes.filter(isStaleOutcome)).toHaveLength(1);
  });
});

withClang('a migrated function whose Rust has changed', () => {
  /** Changes the Rust of `clamp` in a commit of a person. */
  function edit(project: string) {
    const file = join(project, 'rust/src/number.rs');
    const text = readFileSync(file, 'utf8');
    const changed = text.replace(/(pub fn clamp\([^{]*\{)/, '$1\n    let value = value + 0;');
    expect(changed).not.toBe(text);
    writeFileSync(file, changed);
    git(project, 'commit', '--quiet', '--all', '--message', 'Edit');
  }

  test('in a run before is compared anew, and recorded with the Rust that there is', async () => {
    const project = tallyProject();
    await migrateTally(project, () => undefined, ONE, { compareWithC: async () => EQUAL });
    const [before] = loadSymbolMap(project);
    edit(project);
    const rust = { kind: 'changed', because: 'the Rust has changed' } as const;
    const run = await migrateTally(
      project,
      () => undefined,
      { maxFunctions: 0 },
      { standing: new Map([['clamp', rust]]), compareWithC: async () => EQUAL },
    );
    expect(run.asked).toEqual([]);
    expect(run.states[0]).toBe('clamp done before');
    const [after] = loadSymbolMap(project);
    expect(after?.compared_rust).not.toEqual(before?.compared_rust);
    expect(after?.compared_c).toEqual(before?.compared_c);
  });

  test('while a run goes on is compared anew before it ends, and is no longer equal where it differs', async () => {
    const project = tallyProject();
    await migrateTally(project, () => undefined, ONE, { compareWithC: async () => EQUAL });
    edit(project);
    const compared: string[] = [];
    const run = await migrateTally(
      project,
      () => undefined,
      { maxFunctions: 0 },
      {
        compareWithC: ({ cName }) => {
          compared.push(cName);
          return Promise.resolve(DIFFERENT);
        },
      },
    );
    expect(compared[0]).toBe('clamp');
    expect(run.progress).toContain(
      'clamp: the Rust has changed since it was compared: fn clamp in src/number.rs',
    );
    expect(run.states[0]).toContain('clamp blocked');
    expect(loadSymbolMap(project)[0]?.evidence.kind).toBe('different');
  });

  test('is not stale since others were migrated after it', async () => {
    const project = tallyProject();
    const run = await migrateTally(project, () => undefined);
    expect(run.progress.filter((line) => line.includes('has changed since'))).toEqual([]);
    expect(run.states.every((state) => state.endsWith(' migrated'))).toBe(true);
  });
});
