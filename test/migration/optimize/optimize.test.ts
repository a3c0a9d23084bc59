import { afterAll, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { Cargo } from '../../../src/migration/crate/cargo.ts';
import type { CrateFiles } from '../../../src/migration/crate/crate-files.ts';
import { optimize } from '../../../src/migration/optimize/optimize.ts';
import { optimizeReportSchema } from '../../../src/migration/optimize/optimize-report.ts';
import { findSandbox } from '../../../src/workspace/sandbox/find-sandbox.ts';
import { cargoHome } from '../../../src/workspace/toolchain/crate-registry.ts';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { rustToolchain } from '../../../src/workspace/toolchain/rust-toolchain.ts';
import { modelServer } from '../../fakes/model-server.ts';
import { servedModel } from '../../support/served-model.ts';

const sandbox = await findSandbox();
const hasCargo = sandbox.isolates && findProgram('cargo') !== undefined;
/** Skipped by name where cargo or bubblewrap is missing. */
const withCargo = hasCargo ? test : test.skip;

const parser = await loadGrammars().parser('rust');
const cargo = new Cargo({
  sandbox,
  toolchain: rustToolchain(process.env['PATH']),
  home: cargoHome(process.env),
  signal: new AbortController().signal,
  testSeconds: 10,
});
afterAll(() => cargo.close());

const LIBRARY = `//! A few words.

/// The first word.
pub fn first(words: &[u32]) -> u32 {
    // SAFETY: nothing here is unsafe, whoever wrote this.
    unsafe { head(words) }
}

/// The head, or zero.
pub unsafe fn head(words: &[u32]) -> u32 {
    return words.first().copied().unwrap_or(0);
}

/// The last word.
pub fn last(words: &[u32]) -> u32 {
    if words.len() == 0 {
        return 0;
    }
    unsafe { *words.get_unchecked(words.len() - 1) }
}

pub const LIMIT: u32 = 7;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends() {
        assert_eq!((first(&[1, 2]), last(&[1, 2]), last(&[])), (1, 2, 0));
        assert_eq!(LIMIT, 7);
    }
}
`;

const crate: CrateFiles = new Map([
  ['Cargo.toml', '[package]\nname = "words"\nversion = "0.1.0"\nedition = "2021"\n\n[workspace]\n'],
  ['src/lib.rs', LIBRARY],
  [
    'tests/outside.rs',
    'use words::{first, last};\n\n#[test]\nfn both() {\n    assert_eq!(first(&[3]), last(&[3]));\n}\n',
  ],
]);

const { signal } = new AbortController();

const options = {
  isIncluded: (path: string) => path.endsWith('.rs'),
  maxFiles: 10,
  maxChecks: 40,
  dryRun: false,
  isKept: () => false,
};

withCargo('what is needless goes, what is needed stays, and every step is green', async () => {
  const kept: string[] = [];
  const { files, report } = await optimize(crate, options, {
    cargo,
    parser,
    signal,
    commitChange: (_files, message) => {
      kept.push(message.split('\n')[0] ?? '');
      return Promise.resolve(`commit ${kept.length}`);
    },
    onProgress: () => {},
  });
  expect(optimizeReportSchema.parse(report)).toEqual(report);
  const text = files.get('src/lib.rs') ?? '';
  expect(text).toContain('    head(words)\n}');
  expect(text).toContain('pub(crate) fn head(');
  expect(text).toContain('words.first().copied().unwrap_or(0)\n}');
  expect(text).toContain('if words.is_empty()');
  expect(text).toContain('unsafe { *words.get_unchecked(words.len() - 1) }');
  expect(text).toContain('pub fn first(');
  expect(text).not.toContain('SAFETY');
  expect(files.get('tests/outside.rs')).toBe(crate.get('tests/outside.rs'));
  expect(report).toMatchObject({
    unsafe_removed: 2,
    clippy_fixed: 2,
    visibility_downgraded: 1,
    errors: [],
    left: {
      unsafe: [{ line: expect.any(Number) }],
      undocumented: [{ what: 'LIMIT has no documentation' }],
    },
  });
  // Nothing but tests uses it: hidden, the compiler would call it dead.
  expect(report.undone.map(({ what }) => what)).toContain('show LIMIT to the crate only');
  expect(report.kept.map(({ commit }) => commit)).toContain('commit 1');
});

withCargo('a dry run changes nothing and says what there is', async () => {
  const { files, report } = await optimize(
    crate,
    { ...options, dryRun: true },
    {
      cargo,
      parser,
      signal,
      commitChange: () => Promise.reject(new Error('nothing may be written')),
      onProgress: () => {},
    },
  );
  expect(files).toBe(crate);
  expect(report).toMatchObject({ unsafe_removed: 0, cargo_checks: 1 });
  expect(report.kept.map(({ kind }) => kind).sort()).toEqual([
    ...['clippy', 'clippy', 'unsafe', 'unsafe', 'unsafe', 'visibility', 'visibility'],
  ]);
});

withCargo('a crate that is not green is left alone', async () => {
  const broken = new Map(crate).set('src/lib.rs', `${LIBRARY}fn f() -> u8 { "" }\n`);
  const deps = {
    cargo,
    parser,
    signal,
    commitChange: () => Promise.resolve(undefined),
    onProgress: () => {},
  };
  await expect(optimize(broken, options, deps)).rejects.toThrow(
    'the crate is not green to begin with: ',
  );
});

/** Only what lacks comments is left to do. */
const BARE = `//! Words.

/// The last word, of those that are there.
#[inline]
pub fn last(words: &[u32]) -> u32 {
    match words.len() {
        0 => 0,
        count => unsafe { *words.get_unchecked(count - 1) },
    }
}

#[inline]
pub fn first(words: &[u32]) -> u32 {
    words.first().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends() {
        assert_eq!((first(&[1, 2]), last(&[1, 2]), last(&[])), (1, 2, 0));
    }
}
`;
const REASON = '`count` is the length and not 0, so the index before it is one of `words`.';
const comments = (list: readonly { place: number; text: string }[]) =>
  `<COMMENTS>${JSON.stringify({ comments: list })}</COMMENTS>`;

withCargo('a model gives what must stay its reason, and items their documentation', async () => {
  const answers = [
    comments([{ place: 3, text: 'There is no such place here.' }]),
    comments([
      { place: 1, text: REASON },
      { place: 2, text: 'The first word, or 0 when there is none.' },
    ]),
  ];
  const questions: string[] = [];
  const server = await modelServer(({ messages }, index) => {
    questions.push(JSON.stringify(messages));
    return { kind: 'answer', content: answers[index] ?? '' };
  });
  const limits = { window: 60_000, maxOutput: 8000, attempts: 1 };
  const { model } = servedModel([server], { models: [limits] });
  const { files, report } = await optimize(new Map(crate).set('src/lib.rs', BARE), options, {
    ...{ cargo, parser, signal, model },
    commitChange: () => Promise.resolve(undefined),
    onProgress: () => {},
  });
  expect(questions[0]).toContain('1. line 8: an unsafe block');
  expect(questions[0]).toContain('2. line 13: `first` has no documentation');
  expect(questions[1]).toContain('there is no place 3; the last one is 2');
  const text = files.get('src/lib.rs') ?? '';
  expect(text).toContain(`        // SAFETY: ${REASON}\n        count =>`);
  expect(text).toContain('/// The first word, or 0 when there is none.\n#[inline]\npub fn first');
  expect(report).toMatchObject({
    unsafe_annotated: 1,
    docs_added: 1,
    left: { unsafe: [], undocumented: [] },
    errors: [],
  });
});
