import type { ClangCType, ClangField, ClangRecord } from '../../code/clang/types.ts';
import type {
  ClangFunction,
  ClangGlobal,
  ClangParameter,
  ClangUnit,
} from '../../code/clang/unit.ts';
import { isSameName } from '../name-matching.ts';
import { NotComparable } from '../not-comparable.ts';
import type { Mapping } from '../pairing/mapping.ts';
import { reachableFunctions } from '../pairing/reachable-functions.ts';
import { isStream } from '../pairing/stream-pair.ts';
import type { RustCrate } from '../rust-api/rust-crate.ts';
import type { RustStatic } from '../rust-api/rust-static.ts';
import { behindReference, type RustApiFunction, type RustParam } from '../rust-api/rust-type.ts';

/** What a mapping calls all variables of the file together, of which Rust has a struct. */
export const ALL_VARIABLES = 'globals';

/** A call in which variables of the file are as parameters: they are set before it, and read after it. */
export interface CallWithVariables {
  readonly function: ClangFunction;
  readonly rust: RustApiFunction;
  readonly mapping: Mapping;
  readonly records: ReadonlyMap<string, ClangRecord>;
  /** What stands for variables among the parameters of the C function. */
  readonly params: readonly ClangParameter[];
  /** The record that holds all variables, if Rust has a struct of them. */
  readonly record: { readonly name: string; readonly fields: readonly string[] } | undefined;
  /** What stands for the last parameters of the Rust function: statics of the crate. */
  readonly statics: readonly RustStatic[];
}

/** The variables of the file that may change, and numbers of other files that its functions name. */
function fileVariables(unit: ClangUnit, others: readonly ClangUnit[]): ClangGlobal[] {
  const own = unit.globals.filter(mayChange);
  const known = new Set(unit.globals.map(({ name }) => name));
  const named = new Set(unit.functions.flatMap(({ globals }) => globals));
  const shared = others
    .flatMap(({ globals }) => globals)
    .filter((one) => mayChange(one) && !one.isStatic && named.has(one.name) && isNumeric(one.type));
  const defined = new Map(shared.map((one) => [one.name, one]));
  return [...own, ...[...defined.values()].filter(({ name }) => !known.has(name))];
}

function mayChange({ isConst, within }: ClangGlobal): boolean {
  return !isConst && within === undefined;
}

/** Whether it means the same in each file, as a record of that name need not. */
function isNumeric(type: ClangCType): boolean {
  const of = type.kind === 'array' ? type.of : type;
  return of.kind === 'integer' || of.kind === 'float' || of.kind === 'boolean';
}

/**
 * Gives a call a parameter for each variable of the file that Rust takes as a parameter of that name,
 * has as a field of a struct of such variables, or as a static of that name, and for each that the
 * mapping names.
 */
export function withFileVariables(
  f: ClangFunction,
  rust: RustApiFunction,
  mapping: Mapping,
  unit: ClangUnit,
  others: readonly ClangUnit[],
  crate: RustCrate,
): CallWithVariables {
  const all = fileVariables(unit, others);
  const names = new Set(reachableFunctions(f, [unit]).flatMap(({ globals }) => globals));
  const variables = all.filter(({ name }) => names.has(name));
  const bindings = new Map<string, string>();
  const bind = (param: string, variable: ClangGlobal) => bindings.set(variable.name, param);
  const left = rust.params.filter(({ name }) => !isParameter(f, mapping, name));
  for (const { name } of left) {
    const wanted = mapping.rust[name];
    const found = variables.find((one) =>
      wanted === undefined ? isSameName(one.name, name.replace(/^_+/, '')) : one.name === wanted,
    );
    if (found !== undefined) bind(name, found);
  }
  const state = left.find(
    (param) =>
      ![...bindings.values()].includes(param.name) &&
      isOfVariables(param, f, { all, reached: variables }, unit, mapping, crate),
  );
  const fields = state === undefined ? [] : fieldNames(state, crate);
  const rest = variables.filter(
    ({ name }) => !bindings.has(name) && !fields.some((field) => isSameName(name, field)),
  );
  const statics = rest.flatMap((variable) => {
    const found = crate.variable(variable.name, rust.path);
    if (found === undefined) return [];
    bind(variable.name, variable);
    return [{ ...found, name: variable.name }];
  });
  const inResult = new Set(JSON.stringify(mapping.result ?? '', withoutBigint).match(/\w+/g));
  const named = variables.filter(({ name }) => bindings.has(name) || inResult.has(name));
  // One struct may serve all functions of the file: what this one does not reach has to stay as it is.
  const held = all.filter(
    (one) => variables.includes(one) || fields.some((field) => isSameName(one.name, field)),
  );
  const record = state === undefined ? undefined : recordOf(f, held);
  const params = [
    ...named.map(({ name, type, spelled }) => ({ name, type: behindPointer(type), spelled })),
    ...(record === undefined ? [] : [stateParam(record)]),
  ];
  const roles = named.flatMap((variable) => rolesOf(variable, rust, bindings.get(variable.name)));
  return {
    function: { ...f, params: [...f.params, ...params] },
    rust: { ...rust, params: [...rust.params, ...statics.map(staticParam)] },
    mapping: {
      ...mapping,
      rust: {
        ...mapping.rust,
        ...Object.fromEntries([...bindings].map(([variable, param]) => [param, variable])),
        ...(state === undefined ? {} : { [state.name]: ALL_VARIABLES }),
      },
      c: { ...Object.fromEntries(roles), ...mapping.c },
    },
    records: record === undefined ? unit.records : new Map([...unit.records, [record.id, record]]),
    params,
    record: record && { name: record.name, fields: held.map(({ name }) => name) },
    statics,
  };
}

/** Whether a Rust parameter stands for a parameter of the C function, by its name or the mapping. */
function isParameter(f: ClangFunction, mapping: Mapping, name: string): boolean {
  const wanted = mapping.rust[name];
  return f.params.some((param) =>
    wanted === undefined ? isSameName(param.name, name.replace(/^_+/, '')) : param.name === wanted,
  );
}

function fieldNames({ type }: RustParam, crate: RustCrate): readonly string[] {
  const behind = behindReference(type);
  const item = behind.kind === 'item' ? crate.item(behind.path) : undefined;
  return item?.kind === 'struct' ? item.fields.map(({ name }) => name) : [];
}

/** Whether a Rust parameter is a struct whose fields are variables of the file, of which the function reaches some. */
function isOfVariables(
  param: RustParam,
  f: ClangFunction,
  variables: { readonly all: readonly ClangGlobal[]; readonly reached: readonly ClangGlobal[] },
  unit: ClangUnit,
  mapping: Mapping,
  crate: RustCrate,
): boolean {
  if (mapping.rust[param.name] !== undefined) return mapping.rust[param.name] === ALL_VARIABLES;
  const fields = fieldNames(param, crate);
  const isTaken = f.params.some(({ type }) => {
    const behind = type.kind === 'pointer' ? type.to : type;
    return behind.kind === 'record' && !isStream(behind, unit);
  });
  const isField = (name: string) => fields.some((field) => isSameName(name, field));
  return (
    !isTaken &&
    variables.reached.some(({ name }) => isField(name)) &&
    fields.every((field) => variables.all.some(({ name }) => isSameName(name, field)))
  );
}

function recordOf(
  f: ClangFunction,
  variables: readonly ClangGlobal[],
): ClangRecord & { fields: ClangField[] } {
  const fields = variables.map(({ name, type, spelled }) => ({ name, type, spelled }));
  return { id: 'rw_globals', name: `struct rw_globals_${f.name}`, tag: 'struct', fields };
}

function stateParam({ id, name }: ClangRecord): ClangParameter {
  const type: ClangCType = { kind: 'pointer', to: { kind: 'record', id }, isConst: false };
  return { name: ALL_VARIABLES, type, spelled: `${name} *` };
}

function staticParam({ name, type }: RustStatic): RustParam {
  return { name, type: { kind: 'reference', to: type, mutable: true } };
}

function behindPointer(type: ClangCType): ClangCType {
  return type.kind === 'array' ? type : { kind: 'pointer', to: type, isConst: false };
}

/** An array is given whole, whatever Rust takes it as. */
function rolesOf(
  { name, type }: ClangGlobal,
  rust: RustApiFunction,
  param: string | undefined,
): [string, Mapping['c'][string]][] {
  if (type.kind !== 'array' || type.length === undefined) return [];
  const wanted = rust.params.find((one) => one.name === param);
  const behind = wanted && behindReference(wanted.type);
  if (behind?.kind === 'array' && behind.length !== type.length) {
    throw new NotComparable(
      `${name} has ${type.length} elements in C, and ${behind.length} in Rust`,
    );
  }
  if (behind === undefined) return [[name, { role: 'output', room: type.length }]];
  return [[name, { role: 'elements', length: type.length, nullable: false }]];
}

function withoutBigint(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}` : value;
}
