import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { gateSettingsSchema } from '../../../src/migration/gates/gate-settings.ts';
import type { MappedFunction } from '../../../src/migration/status/migration-records.ts';
import { migrationStateOf } from '../../../src/migration/status/migration-state-of.ts';
import { statusText } from '../../../src/migration/status/status-text.ts';
import { functionSymbol } from '../../support/function-symbol.ts';

const grammars = loadGrammars();
const parsers = { rust: await grammars.parser('rust'), c: await grammars.parser('c') };

const symbol = (name: string) =>
  functionSymbol(name, { id: `src/sum.c#${name}`, file: 'src/sum.c' });
const recorded = (name: string): MappedFunction => ({
  c_name: name,
  c_file: 'src/sum.c',
  module: 'src/sum.rs',
  rust_symbol: `sum::${name}`,
  signature: `pub fn ${name}(a: i32) -> i32`,
  evidence: { kind: 'nothing to compare', because: 'it is empty' },
  remarks: [],
});

const crate = (body: string) =>
  new Map([
    ['Cargo.toml', '[package]\nname = "sum"\nversion = "0.1.0"\nedition = "2021"\n'],
    ['src/lib.rs', 'pub mod sum;\n'],
    [
      'src/sum.rs',
      `pub fn addOne(a: i32) -> i32 { a }\npub fn twice_of(a: i32) -> i32 { ${body} }\n#[cfg(test)]\nmod tests { fn third(a: i32) -> i32 { a } }\n`,
    ],
  ]);

function stateOf(options: {
  body?: string;
  mapped?: readonly MappedFunction[];
  isGiven?: boolean;
  converted?: readonly string[];
}) {
  const metrics = { restarts: 0, rounds: {}, calls: 0, input_tokens: 0, output_tokens: 0 };
  return migrationStateOf(parsers, {
    project: 'sum',
    functions: [symbol('addOne'), symbol('TwiceOf'), symbol('third')],
    order: [],
    run: {
      has_interface: options.isGiven === true,
      current: null,
      converted: (options.converted ?? []).map((name) => ({
        functions: [name],
        metrics: { ...metrics, cost: 0, seconds: 0 },
      })),
      blocked: [],
    },
    mapped: options.mapped ?? [recorded('addOne')],
    records: '.rustward/c2rust/symbol_map/',
    folder: 'rust',
    crate: crate(options.body ?? 'a * 2'),
    settings: gateSettingsSchema.parse({}),
  });
}

test('a function of the crate whose record was deleted is named, and fails a gate', () => {
  const state = stateOf({});
  expect(state.functions.map(({ name, state: is }) => `${name} ${is}`)).toEqual([
    'addOne migrated',
    'TwiceOf stale',
    'third waiting',
  ]);
  expect(state.functions[1]?.reason).toBe(
    'there is no record of what was compared: .rustward/c2rust/symbol_map/src/sum.c/TwiceOf.json is missing, and the crate has `twice_of` in src/sum.rs',
  );
  expect(state.phases.find(({ name }) => name === 'Unchanged C and Rust')?.isMet).toBe(false);
  expect(statusText(state)).toContain('TwiceOf.json is missing');
});

test('what is not written yet, or was given, was never recorded', () => {
  for (const options of [{ body: 'todo!()' }, { isGiven: true }])
    expect(stateOf(options).functions[1]?.state).toBe('waiting');
  const given = { isGiven: true, converted: ['TwiceOf', 'src/sum.c:third'] };
  expect(stateOf(given).functions.map(({ state }) => state)).toEqual([
    'migrated',
    'stale',
    'stale',
  ]);
});
