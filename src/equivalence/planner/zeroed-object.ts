import type { ClangRecord } from '../../code/clang/types.ts';
import type { ClangFunction } from '../../code/clang/unit.ts';
import { type PlannedCall, ZEROED_OBJECT } from '../plan/comparison-plan.ts';
import type { RustCrate } from '../rust-api/rust-crate.ts';
import type { ComparisonContext } from './plan-comparison.ts';

/** How functions are called that make a record that they are given. */
const MAKER_NAMES = /(?:^|_|[a-z](?=[A-Z]))(?:init|new|create|make|open|setup|start|alloc|begin)/i;

/**
 * A call of the harness that makes an object without any function of the C: zeroed memory there, as by
 * `struct buffer b = {0};`, and the default value in Rust. Undefined where the C has functions that make such records and
 * shows none that is zeroed, where the record is opaque, and where the Rust type has no default value.
 * @param calls that take such objects
 * @param object the Rust type
 */
export function zeroedObject(
  calls: readonly PlannedCall[],
  object: string,
  crate: RustCrate,
  { unit, others = [], sources }: ComparisonContext,
): PlannedCall | undefined {
  const rust = crate.defaultOf(object);
  const record = takenRecord(calls, unit.records);
  const [call] = calls;
  if (rust === undefined || record?.fields === undefined || call === undefined) return undefined;
  const units = [unit, ...others];
  const functions = units.flatMap((one) => one.functions);
  const types = units.flatMap((one) => one.types);
  const isShown = zeroes(record, sources.filesOf([...functions, ...types]));
  if (!isShown && functions.some((f) => mayMake(f, record))) return undefined;
  const type = { kind: 'pointer', to: { kind: 'record', id: record.id }, isConst: false } as const;
  const f: ClangFunction = {
    ...call.function,
    ...{ name: ZEROED_OBJECT, returns: { kind: 'void' }, returnSpelled: 'void', isVariadic: false },
    ...{ params: [{ name: 'object', type, spelled: `${record.name} *` }] },
    ...{ calls: [], addressTaken: [], globals: [], views: [], passes: [], shares: [], macros: [] },
  };
  const doubt = `nothing shows how a ${record.name} begins, so that its memory is zeroed in C, and Rust has ${rust.path}()`;
  return {
    function: f,
    rust,
    plan: {
      function: f,
      doubts: isShown ? [] : [{ text: doubt, remedy: 'none' }],
      inputs: [],
      c: [{ name: 'object', kind: 'made', isPointer: false, isZeroed: true }],
      rust: [],
      outputs: [
        {
          slot: { name: 'return', shape: { kind: 'boolean' }, limits: {} },
          pair: { kind: 'boolean' },
          c: { value: '1', when: undefined, length: undefined, destination: { kind: 'object' } },
          rust: 'result',
        },
      ],
      result: { kind: 'made', output: 0 },
      limits: [`An object begins as zeroed memory in C, and as ${rust.path}() in Rust.`],
      variables: { params: [], record: undefined, bound: [], statics: [] },
      ...{ endsTexts: false, usesFiles: false, readsStdin: false, mayEnd: false, isProgram: false },
    },
  };
}

/** The C record of the objects that calls take. */
function takenRecord(
  calls: readonly PlannedCall[],
  records: ReadonlyMap<string, ClangRecord>,
): ClangRecord | undefined {
  for (const { plan } of calls) {
    const handle = plan.c.find(({ kind }) => kind === 'handle');
    const param = plan.function.params.find(
      ({ name }, at) => (name || `arg${at}`) === handle?.name,
    );
    const type = param?.type.kind === 'pointer' ? param.type.to : param?.type;
    if (type?.kind === 'record') return records.get(type.id);
  }
  return undefined;
}

/** Whether a function gives such a record back, or is named like one that makes what it is given. */
function mayMake({ name, returns, params }: ClangFunction, { id }: ClangRecord): boolean {
  const given = returns.kind === 'pointer' ? returns.to : returns;
  if (given.kind === 'record' && given.id === id) return true;
  const takes = params.some(
    ({ type }) => type.kind === 'pointer' && type.to.kind === 'record' && type.to.id === id,
  );
  return takes && MAKER_NAMES.test(name);
}

/** Whether the C, or a comment of it, somewhere begins such a record with nothing but zeros. */
function zeroes({ name }: ClangRecord, texts: readonly string[]): boolean {
  const type = name.replace(/^\w+ /, '');
  if (type === '') return false;
  const zeroed = new RegExp(
    String.raw`\b${type}\s+\w+\s*=\s*\{\s*(?:0|NULL|\{\s*0\s*\})?\s*,?\s*\}|\b(?:memset|calloc)\s*\([^;]*sizeof\s*\(\s*(?:struct\s+)?${type}\s*\)`,
  );
  return texts.some((text) => zeroed.test(text));
}
