import type { ClangCType, ClangRecord } from '../../src/code/clang/types.ts';
import { rustTypeName } from './rust-names.ts';

type Records = ReadonlyMap<string, ClangRecord>;
export type EnumType = Extract<ClangCType, { kind: 'enum' }>;

/** What stands for values of the caller that the C does not look into. */
export const PAYLOAD = 'T';

/** The Rust types that stand for those of a C unit, as somebody would write them by hand. */
export class InterfaceOfTypes {
  /** The enums that were named, by their name in Rust. */
  readonly enums: Map<string, EnumType>;
  private readonly records: Records;

  /** @param enums those of all units, to which named ones are added */
  constructor(records: Records, enums: Map<string, EnumType>) {
    this.records = records;
    this.enums = enums;
  }

  record(type: ClangCType): ClangRecord | undefined {
    return type.kind === 'record' ? this.records.get(type.id) : undefined;
  }

  /** The name of the struct for a record, with its parameter. */
  struct(record: ClangRecord): string {
    const own = rustTypeName(record.name);
    return this.hasPayload(record) ? `${own}<${PAYLOAD}>` : own;
  }

  /** Whether a record holds values behind a `void *` that it does not look into. */
  hasPayload(record: ClangRecord, above: readonly ClangRecord[] = []): boolean {
    if (above.includes(record)) return false;
    return (record.fields ?? []).some(({ type }) => {
      const inner = innermost(type);
      const found = this.record(inner);
      return (
        inner.kind === 'void' || (found !== undefined && this.hasPayload(found, [...above, record]))
      );
    });
  }

  /** A type by value; undefined where Rust has none of that form. */
  value(type: ClangCType, spelled = ''): string | undefined {
    switch (type.kind) {
      case 'boolean':
        return 'bool';
      case 'integer':
        return integerText(type, spelled);
      case 'float':
        return type.bits === 32 || type.bits === 64 ? `f${type.bits}` : undefined;
      case 'enum': {
        const name = type.name.replace(/^enum /, '');
        if (!/^\w+$/.test(name)) return type.signed ? 'i32' : 'u32';
        this.enums.set(rustTypeName(name), type);
        return rustTypeName(name);
      }
      case 'record': {
        const record = this.record(type);
        return record === undefined || record.tag === 'union' ? undefined : this.struct(record);
      }
      case 'array': {
        const of = this.value(type.of);
        return of === undefined || type.length === undefined
          ? undefined
          : `[${of}; ${type.length}]`;
      }
      default:
        return undefined;
    }
  }
}

function innermost(type: ClangCType): ClangCType {
  if (type.kind === 'pointer') return innermost(type.to);
  return type.kind === 'array' ? innermost(type.of) : type;
}

function integerText(type: Extract<ClangCType, { kind: 'integer' }>, spelled: string): string {
  if (/\bs?size_t\b|\bptrdiff_t\b/.test(spelled)) return type.signed ? 'isize' : 'usize';
  if (type.bits === 8 && type.isCharacter) return 'u8';
  return `${type.signed ? 'i' : 'u'}${type.bits}`;
}
