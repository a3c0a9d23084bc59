import type { ClangCType, ClangRecord } from '../../../code/clang/types.ts';

/** In bytes. */
export interface Layout {
  readonly size: number;
  readonly align: number;
  /** Of a record: where its fields begin. */
  readonly offsets: readonly number[];
}

/** Deeper than this a type contains itself. */
const MAX_NESTING = 16;

/**
 * How a record lies in memory by the System V ABI of 64-bit machines, as `#[repr(C)]` has it; that the
 * C has it so is checked when it is compiled.
 * @returns undefined for what has no such layout here: unions, bit fields, opaque types
 */
export function recordLayout(
  type: ClangCType,
  records: ReadonlyMap<string, ClangRecord>,
  level = 0,
): Layout | undefined {
  const record = type.kind === 'record' ? records.get(type.id) : undefined;
  const fields = record?.fields;
  if (fields === undefined || fields.length === 0 || record?.tag === 'union') return undefined;
  if (level > MAX_NESTING) return undefined;
  const offsets: number[] = [];
  let [end, largest] = [0, 1];
  for (const field of fields) {
    if (field.width !== undefined || field.name === '') return undefined;
    const layout = layoutOf(field.type, records, level + 1);
    if (layout === undefined) return undefined;
    const start = roundedUp(end, layout.align);
    offsets.push(start);
    end = start + layout.size;
    largest = Math.max(largest, layout.align);
  }
  return { size: roundedUp(end, largest), align: largest, offsets };
}

/** See `recordLayout`; of any type. */
export function layoutOf(
  type: ClangCType,
  records: ReadonlyMap<string, ClangRecord>,
  level: number,
): Layout | undefined {
  const scalar = (size: number): Layout => ({ size, align: size, offsets: [] });
  switch (type.kind) {
    case 'boolean':
      return scalar(1);
    case 'integer':
    case 'enum':
    case 'float':
      return type.bits > 64 ? undefined : scalar(type.bits / 8);
    case 'pointer':
      return scalar(8);
    case 'array': {
      const element = layoutOf(type.of, records, level);
      if (element === undefined || type.length === undefined) return undefined;
      return { ...element, size: element.size * type.length, offsets: [] };
    }
    case 'record':
      return recordLayout(type, records, level);
    default:
      return undefined;
  }
}

function roundedUp(size: number, align: number): number {
  return Math.ceil(size / align) * align;
}
