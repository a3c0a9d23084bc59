import type { Expr, InitListExpr, Variable } from '../../../../code/c/ir/ast.ts';
import type { RecordType } from '../../../../code/c/ir/types.ts';
import { expressionsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import type { Range } from '../../../../code/flow/domain/value.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';
import { isNullConstant } from './null-comparisons.ts';
import { rootVariable } from './root-variable.ts';

/** A pointer in a table whose entries are written in the code. */
interface TableEntry {
  readonly table: Variable;
  readonly init: InitListExpr;
  /** The rows of which it may be one. */
  readonly rows: Range;
  /** The column, of a table of records. */
  readonly field: string | undefined;
}

/** What a read of a table may give: the table's name, and whether all the rows that it may be of are null. */
export interface NullEntry {
  readonly table: string;
  readonly isAlways: boolean;
}

/**
 * Whether a pointer is read from a table that never changes, in which one of the rows that the index may name is null. The
 * last row, which marks the end, is no such row where the code stops before it, nor is one whose name is null.
 */
export function nullEntry(pointer: Expr, facts: Facts): NullEntry | undefined {
  const entry = entryOf(withoutCasts(pointer), facts);
  if (entry === undefined) return undefined;
  const { table, init, rows, field } = entry;
  const all = rowsOf(table, init);
  if (all === undefined || rows.lo < 0 || rows.hi >= all.length) return undefined;
  const record = recordOf(table, facts.unit);
  if (field !== undefined && record === undefined) return undefined;
  const isNull = all.map((row) => isNullIn(row, field, record));
  const met = isNull.slice(rows.lo, rows.hi + 1);
  if (!met.includes(true) || isNull.every((one) => one === true)) return undefined;
  return { table: table.name, isAlways: met.every((one) => one === true) };
}

function entryOf(pointer: Expr, facts: Facts): TableEntry | undefined {
  if (pointer.kind === 'index') return inTable(pointer, facts, undefined);
  if (pointer.kind !== 'member') return undefined;
  if (!pointer.arrow) {
    const row = withoutCasts(pointer.base);
    return row.kind === 'index' ? inTable(row, facts, pointer.name) : undefined;
  }
  const [place, ...others] = facts.pointees(facts.valueOf(pointer.base));
  if (place?.object.kind !== 'static' || others.length > 0) return undefined;
  const table = tableNamed(place.object.name, facts);
  const of = table?.variable.type.kind === 'array' ? table.variable.type.of : undefined;
  const size = of === undefined ? undefined : facts.sizeOf(of);
  if (table === undefined || size === undefined || size === 0) return undefined;
  const { lo, hi } = facts.range(place.offset);
  const rows = { lo: Math.floor(lo / size), hi: Math.floor(hi / size) };
  return { table: table.variable, init: table.init, rows, field: pointer.name };
}

function inTable(
  row: Expr & { kind: 'index' },
  facts: Facts,
  field: string | undefined,
): TableEntry | undefined {
  const base = withoutCasts(row.base);
  if (base.kind !== 'name' || base.variable?.type.kind !== 'array') return undefined;
  const table = tableNamed(base.name, facts);
  if (table?.variable !== base.variable) return undefined;
  const rows = facts.range(facts.valueOf(row.index));
  return { table: table.variable, init: table.init, rows, field };
}

interface Table {
  readonly variable: Variable;
  readonly init: InitListExpr;
}

const tablesOf = new WeakMap<TranslationUnit, ReadonlyMap<string, Table>>();

/** A table of the file, or one of the function, that nothing writes. */
function tableNamed(name: string, { unit }: Facts): Table | undefined {
  let tables = tablesOf.get(unit);
  if (tables === undefined) {
    tables = collectTables(unit);
    tablesOf.set(unit, tables);
  }
  return tables.get(name);
}

function collectTables(unit: TranslationUnit): ReadonlyMap<string, Table> {
  const found: { variable: Variable; init: Expr | undefined }[] = [...unit.globals];
  for (const { blocks } of unit.functions)
    for (const { steps } of blocks)
      for (const step of steps)
        if (step.kind === 'declare' && step.variable.scope === 'static') found.push(step);
  const written = writtenVariables(unit);
  const tables = new Map<string, Table>();
  const twice = new Set<string>();
  for (const { variable, init } of found) {
    if (tables.has(variable.name)) twice.add(variable.name);
    if (init?.kind !== 'initlist' || variable.type.kind !== 'array' || written.has(variable))
      continue;
    if (init.items.length === 0 || init.isUnplaced === true) continue;
    tables.set(variable.name, { variable, init });
  }
  for (const name of twice) tables.delete(name);
  return tables;
}

/** The variables that the functions of a file write, or give away the addresses of. */
function writtenVariables(unit: TranslationUnit): ReadonlySet<Variable> {
  const written = new Set<Variable>();
  for (const { blocks } of unit.functions)
    for (const part of expressionsOf(blocks)) {
      const target =
        part.kind === 'assign'
          ? part.target
          : part.kind === 'incdec'
            ? part.operand
            : part.kind === 'call'
              ? part.args.map(withoutCasts).find((arg) => arg.type.kind === 'array')
              : undefined;
      const variable = target === undefined ? undefined : rootVariable(target);
      if (variable !== undefined && !variable.constant) written.add(variable);
    }
  return written;
}

/** The most rows of a table that are looked at. */
const MAX_ROWS = 1024;

/** What is written in each row; undefined for one between others that nothing is written in, which is all null. */
function rowsOf(
  { type }: Variable,
  { items }: InitListExpr,
): readonly (Expr | undefined)[] | undefined {
  const rows: (Expr | undefined)[] = [];
  let next = 0;
  for (const { name, designator, value } of items) {
    if (name !== undefined || (designator !== undefined && designator.length !== 1))
      return undefined;
    const at = designator?.[0] ?? next;
    if (typeof at !== 'number' || at >= MAX_ROWS) return undefined;
    rows[at] = value;
    next = at + 1;
  }
  const length = type.kind === 'array' ? type.length : undefined;
  const count = Math.max(
    rows.length,
    items.some(({ designator }) => designator) ? (length ?? 0) : 0,
  );
  return Array.from({ length: Math.min(count, MAX_ROWS) }, (_none, at) => rows[at]);
}

function recordOf({ type }: Variable, unit: TranslationUnit): RecordType | undefined {
  if (type.kind !== 'array' || type.of.kind !== 'record') return undefined;
  const record = unit.symbols.record(type.of.name);
  return record?.union === false ? record : undefined;
}

/** Whether a row has null in a column; undefined where that is not seen, or where the row marks the end of the table. */
function isNullIn(
  value: Expr | undefined,
  field: string | undefined,
  record: RecordType | undefined,
): boolean | undefined {
  if (value === undefined) return true;
  if (field === undefined) return value.kind === 'initlist' ? undefined : isNullConstant(value);
  if (record === undefined || value.kind !== 'initlist') return undefined;
  if (value.isUnplaced === true) return undefined;
  const { items } = value;
  if (items.some(({ designator }) => designator !== undefined && designator.length > 1))
    return undefined;
  const column = (name: string, at: number): Expr | undefined =>
    (
      items.find((item) => item.name === name) ??
      (items[at]?.name === undefined ? items[at] : undefined)
    )?.value;
  const [first] = record.fields;
  if (first === undefined || items.length === 0) return undefined;
  const name = column(first.name, 0);
  if (first.name !== field && (name === undefined || isNullConstant(name))) return undefined;
  const at = record.fields.findIndex((one) => one.name === field);
  if (at < 0 || record.fields[at]?.type.kind !== 'pointer') return undefined;
  // Fields that are arrays or records may be written without braces, so that places do not count.
  const isPlain = record.fields.every(
    ({ type }) => type.kind !== 'array' && type.kind !== 'record',
  );
  const isNamed = items.every((item) => item.name !== undefined);
  if (!isPlain && !isNamed) return undefined;
  const given = column(field, at);
  return given === undefined || isNullConstant(given);
}
