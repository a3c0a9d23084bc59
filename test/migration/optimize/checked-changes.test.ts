import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import type { CrateFiles } from '../../../src/migration/crate/crate-files.ts';
import type { Diagnostic } from '../../../src/migration/crate/diagnostics.ts';
import {
  findRegression,
  measureBaseline,
  type OptimizeCargo,
} from '../../../src/migration/optimize/baseline.ts';
import { type OptimizeOptions, optimize } from '../../../src/migration/optimize/optimize.ts';

// Cargo runs for real in `optimize.test.ts`: here it says what a test has it say.

const parser = await loadGrammars().parser('rust');

function diagnostic(changes: Partial<Diagnostic> = {}): Diagnostic {
  return {
    ...{ kind: 'warning', code: 'dead_code', message: 'never used', file: 'src/lib.rs', line: 1 },
    ...{
      unused: [],
      unusedImports: [],
      rendered: 'warning: never used\n  --> x',
      isFixable: false,
    },
    ...changes,
  };
}

interface Said {
  readonly diagnostics?: readonly Diagnostic[];
  readonly problem?: string;
  readonly passed?: readonly string[];
  readonly failed?: readonly string[];
  readonly ended?: boolean;
  readonly notBuilt?: string;
}

/** What cargo says of each crate, by the text of its library. */
function cargoThat(says: (text: string) => Said): OptimizeCargo {
  const of = (files: CrateFiles) => says(files.get('src/lib.rs') ?? '');
  return {
    format: (files) => Promise.resolve(files),
    suggestions: () => Promise.resolve([]),
    diagnose: (files) => {
      const { diagnostics = [], problem } = of(files);
      const found = { diagnostics: [...diagnostics], files };
      return Promise.resolve(problem === undefined ? found : { ...found, problem });
    },
    test: (files) => {
      const { passed = ['a', 'b'], failed = [], ended = true, notBuilt } = of(files);
      if (notBuilt !== undefined) {
        return Promise.resolve({ kind: 'not built', diagnostics: [], said: notBuilt });
      }
      const run = { passed, failed: failed.map((name) => ({ name, output: '' })) };
      return Promise.resolve({ kind: 'ran', run, ended, said: '' });
    },
  };
}

const crateOf = (text: string): CrateFiles =>
  new Map([
    ['Cargo.toml', '[package]\nname = "x"\n'],
    ['src/lib.rs', text],
  ]);

describe('a crate is not green where', () => {
  test.each<[string, Said, string]>([
    ['clippy does not run', { problem: 'no clippy\nat all' }, 'no clippy'],
    [
      'it does not compile',
      {
        diagnostics: [
          diagnostic(),
          diagnostic({ kind: 'other_error', rendered: '\nerror: x\n y' }),
        ],
      },
      'error: x',
    ],
    ['its tests do not compile', { notBuilt: 'error: y\nz' }, 'error: y'],
    ['a test fails', { failed: ['t', 'u'] }, 'test t fails'],
    ['a test does not end', { ended: false }, 'the tests do not come to their end'],
    ['much is said', { problem: 'x'.repeat(400) }, 'x'.repeat(300)],
  ])('%s', async (_, said, problem) => {
    const cargo = cargoThat(() => said);
    expect(await measureBaseline(cargo, crateOf(''))).toEqual({ problem });
    const green = { warnings: new Map<string, number>(), passed: [] };
    expect(await findRegression(cargo, crateOf(''), green, 'docs')).toBe(problem);
  });
});

describe('what speaks against a change', () => {
  const warned = diagnostic();
  const unneeded = diagnostic({ code: 'unused_unsafe', message: 'unnecessary' });
  const key = 'src/lib.rs: dead_code never used';

  test.each<[string, Said, string | undefined]>([
    ['nothing', { diagnostics: [warned] }, undefined],
    ['nothing, where there is less', {}, undefined],
    ['nothing, where there are more tests', { passed: ['a', 'b', 'c'] }, undefined],
    ['a warning more', { diagnostics: [warned, warned] }, `a new warning: ${key}`],
    [
      'a warning of another file',
      { diagnostics: [diagnostic({ file: 'src/b.rs' })] },
      'a new warning: src/b.rs: dead_code never used',
    ],
    ['a test less', { passed: ['a'] }, 'test b does not run any more'],
  ])('%s', async (_, said, because) => {
    const before = await measureBaseline(
      cargoThat(() => ({ diagnostics: [warned] })),
      crateOf(''),
    );
    if ('problem' in before) throw new Error(before.problem);
    expect(before).toEqual({ warnings: new Map([[key, 1]]), passed: ['a', 'b'] });
    expect(
      await findRegression(
        cargoThat(() => said),
        crateOf(''),
        before,
        'docs',
      ),
    ).toBe(because);
  });

  test('an unsafe too many is the next change where unsafe goes, and speaks against any other', async () => {
    const green = { warnings: new Map<string, number>(), passed: [] };
    const cargo = cargoThat(() => ({ diagnostics: [unneeded] }));
    expect(await findRegression(cargo, crateOf(''), green, 'unsafe')).toBeUndefined();
    expect(await findRegression(cargo, crateOf(''), green, 'visibility')).toMatch(/^a new warning/);
  });
});

/** Two blocks that are needless, and one without which the crate does not compile. */
const LIBRARY = `//! Words.

/// One.
pub fn one() -> u8 {
    unsafe { plain(1) }
}

/// Two.
pub fn two() -> u8 {
    // SAFETY: it is given what it needs.
    unsafe { needed(2) }
}

/// Three.
pub fn three() -> u8 {
    unsafe { plain(3) }
}
`;

async function optimized(options: Partial<OptimizeOptions> = {}) {
  const messages: string[] = [];
  const cargo = cargoThat((text) =>
    text.includes('unsafe { needed') ? {} : { problem: 'error: needed is unsafe' },
  );
  const { files, report } = await optimize(
    crateOf(LIBRARY),
    {
      ...{ isIncluded: (path: string) => path.endsWith('.rs'), maxFiles: 10, maxChecks: 40 },
      ...{ dryRun: false, isKept: () => true },
      ...options,
    },
    {
      ...{ cargo, parser, signal: new AbortController().signal, onProgress: () => {} },
      commitChange: (_, message) => {
        messages.push(message);
        return Promise.resolve(`commit ${messages.length}`);
      },
    },
  );
  return { text: files.get('src/lib.rs') ?? '', report, messages };
}

describe('of changes that are tried together', () => {
  test('those are kept with which the crate is green, and the others are undone for a reason', async () => {
    const { text, report, messages } = await optimized();
    expect(text.match(/unsafe/g)).toHaveLength(1);
    expect(report).toMatchObject({ unsafe_removed: 2, errors: [], files_scanned: 1 });
    expect(report.undone).toEqual([
      expect.objectContaining({ file: 'src/lib.rs', because: 'error: needed is unsafe' }),
    ]);
    expect(report.kept.map(({ line }) => line).toSorted()).toEqual([16, 5]);
    // Before; all three; the first two; each of these; the third.
    expect(report.cargo_checks).toBe(6);
    expect(messages).toHaveLength(report.kept.length);
  });

  test('no more are tried than checks are allowed, and that is said once', async () => {
    const { text, report } = await optimized({ maxChecks: 1 });
    expect(text).toBe(LIBRARY);
    expect(report.errors).toEqual(['ended after 1 checks, the most that are allowed']);
    expect(report.cargo_checks).toBe(1);
  });

  test('files that are left out, or are too many, are not changed', async () => {
    const left = await optimized({ isIncluded: () => false });
    expect([left.text, left.report.files_scanned, left.report.cargo_checks]).toEqual([
      LIBRARY,
      0,
      1,
    ]);
    expect((await optimized({ maxFiles: 0 })).text).toBe(LIBRARY);
  });

  test('a dry run only says what there is', async () => {
    const { text, report, messages } = await optimized({ dryRun: true });
    expect([text, messages, report.unsafe_removed]).toEqual([LIBRARY, [], 0]);
    expect(report.kept.map(({ kind }) => kind)).toEqual(['unsafe', 'unsafe', 'unsafe']);
  });
});

test('a crate that is not green to begin with stays as it is', async () => {
  const cargo = cargoThat(() => ({ failed: ['t'] }));
  const run = optimize(
    crateOf(LIBRARY),
    { isIncluded: () => true, maxFiles: 9, maxChecks: 9, dryRun: false, isKept: () => true },
    {
      ...{ cargo, parser, signal: new AbortController().signal, onProgress: () => {} },
      commitChange: () => Promise.reject(new Error('nothing may be written')),
    },
  );
  await expect(run).rejects.toThrow('the crate is not green to begin with: test t fails');
});
