import { expect, test } from '@jest/globals';
import { offeredAnswers } from '../../../src/migration/pipeline/offered-answers.ts';
import { loadSymbolMap, type MappedSymbol } from '../../../src/migration/state/symbol-map.ts';
import { refusalClass } from '../../../src/migration/transpile/answered-refusals.ts';
import { withClang } from '../../support/clang.ts';
import { type Asked, RUST } from '../../support/tally-answers.ts';
import { EQUAL, migrateTally, tallyProject } from '../../support/tally-run.ts';

/** The translator of a function errs once, and who repairs it does not. */
function errsIn(step: string, good: string, wrong: (rust: string) => string) {
  return (asked: Asked) => {
    if (asked.step !== step || asked.turn > 0) return undefined;
    return asked.role === 'translator' ? wrong(good) : undefined;
  };
}

withClang('which change answered a refusal', () => {
  test('is kept with the evidence, and told to who repairs the same in another function', async () => {
    const project = tallyProject();
    const clamp = errsIn('clamp', RUST['clamp'] ?? '', (rust) =>
      rust.replace('value.min(high)', 'value.min("high")'),
    );
    await migrateTally(project, clamp, { only: ['clamp'] });
    const [symbol] = loadSymbolMap(project);
    expect(symbol?.evidence.kind).toBe('equal');
    const [answered, ...others] = symbol?.method?.answered ?? [];
    expect(others).toEqual([]);
    expect(answered).toMatchObject({ refusal: 'compile', about: 'E0308' });
    expect(answered?.change).toMatch(/^-.*value\.min\("high"\)/m);
    expect(answered?.change).toMatch(/^\+.*value\.min\(high\)/m);

    const checksum = errsIn('checksum', RUST['checksum'] ?? '', (rust) =>
      rust.replace('-> u32 {', '-> u32 {\n    let _wrong: u8 = "text";'),
    );
    const { asked } = await migrateTally(project, checksum, { only: ['checksum'] });
    const told = asked.filter(({ text }) => text.includes('A change that answered E0308'));
    expect(told.map(({ role, step }) => `${role} ${step}`)).toEqual(['migration-fixer checksum']);
    expect(told[0]?.text).toContain('in the Rust of clamp:\n    ');
  });
});

test.each([
  ['compile', 'type_mismatch: error[E0308]: mismatched types', 'E0308'],
  ['compile', 'warning: clippy::needless_range_loop', 'clippy::needless_range_loop'],
  ['compile', 'it does not parse', ''],
  ['gate', 'unsafe code: src/a.rs:3', 'unsafe code'],
  ['test', 'error[E0308] in what a test prints', ''],
] as const)('a refusal by %s is about what it names: %s', (kind, text, about) => {
  expect(refusalClass({ kind, text })).toBe(about);
});

test('what has no more than its kind in common, or is weaker evidence, is not told', () => {
  const failure = { kind: 'compile', text: 'error[E0308]' } as const;
  const symbol = (name: string, about: string, evidence = EQUAL): MappedSymbol => ({
    ...{ c_name: name, c_qname: name, c_file: 'a.c', start_line: 1, end_line: 2, module: 'm.rs' },
    ...{ rust_symbol: name, signature: `fn ${name}()`, remarks: [], updated_at: name },
    method: { kinds: [], answered: [{ refusal: 'compile', about, change: `+ ${name}` }] },
    evidence,
  });
  const symbols = [
    symbol('a', 'E0308'),
    symbol('b', 'E0308'),
    symbol('c', 'E0308'),
    symbol('d', 'E0502'),
    symbol('e', 'E0308', { kind: 'not checked', because: 'no sandbox' }),
  ];
  const offered = offeredAnswers(failure, symbols, ['c']);
  expect(offered).toEqual([
    '- A change that answered E0308 in the Rust of b:\n    + b',
    '- A change that answered E0308 in the Rust of a:\n    + a',
  ]);
  expect(offeredAnswers({ kind: 'test', text: 'E0308' }, symbols, [])).toEqual([]);
});
