import type { ClangCType, ClangRecord } from '../../../code/clang/types.ts';
import { type Layout, recordLayout } from './layout.ts';
import { NotLinkable } from './not-linkable.ts';

/** A C record as a Rust type of the same layout. */
export interface AbiRecord {
  /** Its name in the shims. */
  readonly rust: string;
  readonly record: ClangRecord;
  readonly layout: Layout;
}

/** The types of C as Rust types that lie in memory the same way. */
export class CAbi {
  private readonly records: ReadonlyMap<string, ClangRecord>;
  private readonly known = new Map<string, AbiRecord | undefined>();
  private readonly prefix: string;
  /** Whether the C function may let a pointer field point at other memory: at more of it, say. */
  readonly moves: (field: string) => boolean;

  /** @param prefix of the names of Rust types: those of one unit differ from those of another */
  constructor(
    records: ReadonlyMap<string, ClangRecord>,
    prefix: string,
    moves: (field: string) => boolean,
  ) {
    this.records = records;
    this.prefix = prefix;
    this.moves = moves;
  }

  /** The records that were asked for, with those that they hold. */
  used(): AbiRecord[] {
    return [...this.known.values()].filter((one) => one !== undefined);
  }

  /** A field's place in Rust: C names may be words of Rust. */
  field(name: string): string {
    return `c_${name}`;
  }

  /** @throws NotLinkable for a type whose layout is not known */
  type(type: ClangCType): string {
    switch (type.kind) {
      case 'boolean':
        return 'u8';
      case 'integer':
      case 'enum':
        if (type.bits === 128) throw new NotLinkable('a 128-bit integer has no place in a shim');
        return `${type.signed ? 'i' : 'u'}${type.bits}`;
      case 'float':
        if (type.bits > 64) throw new NotLinkable('a long double has no place in a shim');
        return `f${type.bits}`;
      case 'pointer':
        return `*mut ${this.pointee(type.to)}`;
      case 'array':
        if (type.length === undefined) throw new NotLinkable('an array has no length');
        return `[${this.type(type.of)}; ${type.length}]`;
      case 'record':
        return this.record(type.id).rust;
      case 'void':
        return '()';
      default:
        throw new NotLinkable('a type has no counterpart in Rust');
    }
  }

  /** @throws NotLinkable when the layout of the record is not known */
  record(id: string): AbiRecord {
    const known = this.known.get(id);
    if (known !== undefined) return known;
    const record = this.records.get(id);
    const layout = recordLayout({ kind: 'record', id }, this.records);
    if (record === undefined || layout === undefined) {
      throw new NotLinkable(`the layout of ${record?.name || id} is not known to Rust`);
    }
    const rust = `${this.prefix}_${(record.name || 'record').replace(/\W+/g, '_')}_${this.known.size}`;
    const made = { rust, record, layout };
    this.known.set(id, made);
    // Those that it holds are needed as well, and must be named before they are written.
    for (const field of record.fields ?? []) this.type(field.type);
    return made;
  }

  /** The definitions of the records that were asked for. */
  definitions(): string {
    return this.used()
      .map(({ rust, record, layout }) => {
        const fields = (record.fields ?? []).map(
          ({ name, type }) => `    ${this.field(name)}: ${this.type(type)},`,
        );
        return `#[repr(C)]
#[derive(Clone, Copy)]
struct ${rust} {
${fields.join('\n')}
}
const _: () = assert!(size_of::<${rust}>() == ${layout.size} && align_of::<${rust}>() == ${layout.align});
`;
      })
      .join('\n');
  }

  /** What a pointer points at; anything whose layout does not matter is a `c_void`. */
  private pointee(type: ClangCType): string {
    const isPlain = ['boolean', 'integer', 'enum', 'float', 'pointer'].includes(type.kind);
    const isRecord = type.kind === 'record' && recordLayout(type, this.records) !== undefined;
    return isPlain || isRecord ? this.type(type) : 'c_void';
  }
}
