import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { CrateDigests } from '../../src/migration/state/changed-rust.ts';

/** Artifacts and crate of a C project of which two of three functions were carried over. */
export function migratedProject(): Record<string, string> {
  const place = { file: 'sum.c', language: 'c', created_at: 'now', updated_at: 'now' };
  const symbol = (name: string, line: number, isStatic: boolean, calls: readonly string[]) => ({
    id: `sum.c#${name}`,
    category: 'function',
    kind: 'function',
    name,
    qualified_name: name,
    signature: `int ${name}(int a)`,
    return_type: 'int',
    params: [{ name: 'a', type: 'int' }],
    is_static: isStatic,
    ref: {
      functions: [],
      address_taken: [],
      types: [],
      globals: [],
      macros: [],
      unresolved_calls: false,
    },
    calls: calls.map((callee) => `sum.c#${callee}`),
    may_call: [],
    ...{ start_line: line, start_column: 1, end_line: line + 2, end_column: 2 },
    ...place,
  });
  const symbols = [
    symbol('total', 9, false, ['add', 'half']),
    symbol('add', 1, false, []),
    symbol('half', 5, true, []),
  ];
  const step = (name: string, line: number) => ({
    ids: [`sum.c#${name}`],
    items: [{ name, file: 'sum.c', start_line: line }],
  });
  const mapped = (name: string, line: number) => ({
    ...{ c_name: name, c_qname: name, c_file: 'sum.c', start_line: line, end_line: line + 2 },
    ...{ module: 'src/lib.rs', rust_symbol: name, signature: `pub fn ${name}(a: i32) -> i32` },
    evidence: {
      ...{ kind: 'equal', cases: 5000, excluded: 1, seed: 1, limits: [], undefinedBehaviour: [] },
      coverage: { lines: 3, coveredLines: 3, branches: 2, coveredBranches: 2 },
      milliseconds: 300,
    },
    remarks: [],
    updated_at: 'now',
  });
  const metrics = {
    ...{ restarts: 1, calls: 4, input_tokens: 900, output_tokens: 100, cost: 0.02, seconds: 4 },
    rounds: { compile: 1, test: 0, gate: 1, difference: 0, review: 0 },
    ...{ c_lines: 3, rust_lines: 5 },
  };
  const lines = (records: readonly unknown[]) =>
    records.map((one) => `${JSON.stringify(one)}\n`).join('');
  return {
    'sum.c': 'int add(int a) {\n  return a;\n}\n',
    '.rustward/c2rust/symbols.jsonl': lines(symbols),
    '.rustward/c2rust/translation_order.jsonl': lines([
      step('add', 1),
      step('half', 5),
      step('total', 9),
    ]),
    '.rustward/c2rust/symbol_map/sum.c/add.json': JSON.stringify(mapped('add', 1)),
    '.rustward/c2rust/symbol_map/sum.c/half.json': JSON.stringify(mapped('half', 5)),
    '.rustward/c2rust/progress.json': JSON.stringify({
      ...{
        version: 1,
        crate: 'rust',
        has_interface: false,
        places: {},
        commit: 'c1',
        current: null,
      },
      converted: [
        { functions: ['add'], commit: 'c1', metrics },
        { functions: ['half'], commit: 'c1', metrics },
      ],
      blocked: [{ functions: ['total'], reason: 'the tests fail', metrics }],
    }),
    'rust/.gitignore': 'target\nCargo.lock\n',
    'rust/Cargo.toml': '[package]\nname = "sum"\nversion = "0.1.0"\nedition = "2021"\n',
    'rust/src/lib.rs': `//! Sums.

/// Adds one.
pub fn add(a: i32) -> i32 {
    return a.wrapping_add(1);
}

/// Adds a half.
pub fn half(a: i32) -> i32 {
    add(unsafe { a.wrapping_add(a) })
}

/// Adds twice.
pub fn total(a: i32) -> i32 {
    half(add(a))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        assert_eq!((add(1), half(2), total(0)), (2, 5, 3));
    }
}
`,
  };
}

/** That project with records which say that its Rust is as it was compared. */
export async function withComparedRust(
  files: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const crate = new Map([['src/lib.rs', files['rust/src/lib.rs'] ?? '']]);
  const digests = new CrateDigests(await loadGrammars().parser('rust'), crate);
  const records = ['add', 'half'].map((name) => {
    const path = `.rustward/c2rust/symbol_map/sum.c/${name}.json`;
    const record: unknown = JSON.parse(files[path] ?? '');
    const compared_rust = digests.of({ module: 'src/lib.rs', rust_symbol: name });
    return [path, JSON.stringify(Object.assign({}, record, { compared_rust }))];
  });
  return { ...files, ...Object.fromEntries(records) };
}
