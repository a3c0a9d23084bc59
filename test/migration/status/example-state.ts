import type { Evidence } from '../../../src/equivalence/evidence/evidence.ts';
import { gateSettingsSchema } from '../../../src/migration/gates/gate-settings.ts';
import type {
  FunctionState,
  MigrationState,
  StepEffort,
} from '../../../src/migration/status/migration-state.ts';
import { phaseThresholds } from '../../../src/migration/status/phase-gates.ts';
import { totalsOf } from '../../../src/migration/status/totals.ts';

function equal(
  cases: number,
  coveredLines: number,
  lines: number,
  rest: Partial<Evidence & { kind: 'equal' }> = {},
): Evidence {
  return {
    kind: 'equal',
    cases,
    excluded: 0,
    seed: 7,
    coverage: { lines, coveredLines, branches: 2 * lines, coveredBranches: coveredLines + lines },
    limits: [],
    unsafe_reached: { places: [], checks: [] },
    undefinedBehaviour: [],
    milliseconds: 1840,
    ...rest,
  };
}

function effort(functions: string[], tokens: number, repairs = 0, tries = 1): StepEffort {
  return {
    functions,
    tries,
    repairs,
    modelCalls: 3 + 2 * repairs,
    inputTokens: tokens,
    outputTokens: Math.round(tokens / 6),
    cost: tokens / 250_000,
    seconds: 11.5 + 9 * repairs,
  };
}

function fn(
  name: string,
  file: string,
  startLine: number,
  length: number,
  rest: Partial<FunctionState> & Pick<FunctionState, 'state'>,
): FunctionState {
  const endLine = startLine + length - 1;
  const signature = `int ${name}(struct table *t, const char *key, size_t n)`;
  return { name, file, startLine, endLine, signature, remarks: [], unsafeLines: 0, ...rest };
}

const rust = (file: string, symbol: string, signature: string) => ({
  file: `src/${file}.rs`,
  symbol,
  signature,
});

const walk = effort(['walk_left', 'walk_right'], 18_400, 2);

const functions: FunctionState[] = [
  fn('hash_bytes', 'src/hash.c', 12, 18, {
    state: 'migrated',
    rust: rust('hash', 'hash::hash_bytes', 'pub fn hash_bytes(bytes: &[u8]) -> u32'),
    evidence: equal(10_000, 14, 14),
    effort: effort(['hash_bytes'], 6200),
  }),
  fn('hash_text', 'src/hash.c', 34, 9, {
    state: 'migrated',
    rust: rust('hash', 'hash::hash_text', 'pub fn hash_text(text: &[u8]) -> u32'),
    evidence: equal(10_000, 6, 7, {
      excluded: 212,
      undefinedBehaviour: [
        'hash.c:40: signed integer overflow: 2147483647 + 1 cannot be represented',
      ],
    }),
    remarks: ['The C wraps around on overflow by accident; the Rust says so with wrapping_add.'],
    effort: effort(['hash_text'], 5100, 1),
  }),
  fn('table_new', 'src/table.c', 20, 16, {
    state: 'migrated',
    rust: rust(
      'table',
      'table::Table::new',
      'pub fn new(capacity: usize) -> Result<Self, TableError>',
    ),
    evidence: equal(4120, 9, 12, {
      limits: ['What malloc does when memory is gone is not tried.'],
    }),
    effort: effort(['table_new'], 9800, 1),
  }),
  fn('table_free', 'src/table.c', 38, 9, {
    state: 'skipped',
    reason: 'It only releases memory, which Rust releases by itself.',
    effort: effort(['table_free'], 1400),
  }),
  fn('table_find', 'src/table.c', 49, 31, {
    state: 'migrated',
    rust: rust('table', 'table::Table::find', 'pub fn find(&self, key: &[u8]) -> Option<&Entry>'),
    evidence: equal(10_000, 22, 24, {
      unsafe_reached: {
        places: ['impl Table > fn slot in src/table.rs'],
        checks: [{ tool: 'address sanitizer', inputs: 890 }],
        because: 'no toolchain has Miri',
      },
    }),
    unsafeLines: 3,
    effort: effort(['table_find'], 14_200, 3, 2),
  }),
  fn('walk_left', 'src/walk.c', 8, 22, {
    state: 'migrated',
    rust: rust('walk', 'walk::left', 'pub fn left(node: &Node) -> usize'),
    evidence: equal(8000, 11, 16),
    effort: walk,
  }),
  fn('walk_right', 'src/walk.c', 32, 21, {
    state: 'uncompared',
    reason: 'it takes a callback, `visit`, which inputs cannot be made for',
    rust: rust('walk', 'walk::right', 'pub fn right(node: &Node) -> usize'),
    evidence: {
      kind: 'not checked',
      because: 'it takes a callback, `visit`, which inputs cannot be made for',
    },
    reachedBy: [{ name: 'walk_left', cases: 8000, lines: 18, coveredLines: 14 }],
    effort: walk,
  }),
  fn('table_resize', 'src/table.c', 82, 40, {
    state: 'blocked',
    reason:
      'the Rust gives another result after 2 repairs: table_resize(cap = 0) returns -1 in C and 0 in Rust\nThe last edit was undone: it weakens the test resizes of src/table.rs',
    evidence: {
      kind: 'different',
      input: 'table_resize(&mut Table::with(&[]), 0)',
      c: '-1',
      rust: '0',
      test: '#[test]\nfn resize_to_nothing() {\n    let mut table = Table::with(&[]);\n    assert_eq!(table.resize(0), Err(TableError::Empty));\n}',
      cases: 31,
      seed: 7,
      milliseconds: 240,
    },
    effort: effort(['table_resize'], 41_000, 5, 3),
  }),
  fn('table_insert', 'src/table.c', 124, 36, { state: 'current' }),
  fn('table_remove', 'src/table.c', 162, 27, { state: 'waiting' }),
  fn('print_<table>', 'src/main.c', 10, 14, { state: 'waiting' }),
];

/** A migration half done, with something of everything. */
export function exampleState(): MigrationState {
  const efforts = [...new Set(functions.flatMap((one) => one.effort ?? []))];
  const unsafe = { blocks: 1, functions: 0, impls: 0, lines: 3, allLines: 214 };
  const settings = gateSettingsSchema.parse(undefined);
  return {
    project: 'symbol-table',
    crate: 'rust/symbol-table',
    functions,
    efforts,
    unsafe,
    unwritten: ['src/table.rs: impl Table > fn insert'],
    besideC: ['src/table.rs: impl Default for Table > fn default'],
    tests: 19,
    phases: phaseThresholds(totalsOf({ functions, efforts }), unsafe, settings),
    gates: [
      {
        gate: 'panics on input',
        outcome: 'failed',
        what: '`key.first().unwrap()` panics on some inputs in find',
        where: [
          {
            file: 'src/table.rs',
            line: 61,
            what: '`key.first().unwrap()` panics on some inputs in find',
          },
        ],
      },
      {
        gate: 'unsafe code',
        outcome: 'passed',
        what: '3 unsafe lines, each with its reason',
        where: [],
      },
      { gate: 'linked C', outcome: 'passed', what: 'no C is linked', where: [] },
      { gate: 'warnings', outcome: 'not applicable', what: 'it was not built', where: [] },
    ],
  };
}
