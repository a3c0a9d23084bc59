import { behind, RETURNED } from '../../code/clang/pointer-uses.ts';
import type { ClangCType, ClangRecord } from '../../code/clang/types.ts';
import type { ClangFunction, ClangUnit } from '../../code/clang/unit.ts';
import type { PieceSize } from '../pairing/definitions.ts';
import { scalarSize } from '../pairing/scalar-size.ts';

/** As what the memory behind pointers of a function is looked at, by it and by functions that it gives them to. */
export class MemoryViews {
  private readonly units: readonly ClangUnit[];

  /** @param units the function's own one first */
  constructor(units: readonly ClangUnit[]) {
    this.units = units;
  }

  /** The types of what lies behind a parameter, each once; nothing where it is looked at as what it is declared. */
  behindParameter(f: ClangFunction, name: string): ClangCType[] {
    return this.of(f, name);
  }

  /** What the pointer leads to that is stored behind a parameter. */
  storedBehind(f: ClangFunction, name: string): ClangCType[] {
    return this.of(f, behind(name));
  }

  /** What the pointer leads to that is returned. */
  behindReturned(f: ClangFunction): ClangCType[] {
    return this.of(f, RETURNED);
  }

  /** The types that any function looks at the memory by which a field leads to. */
  behindField({ id }: ClangRecord, field: string): ClangCType[] {
    const place = `${id}.${field}`;
    const all = this.units.flatMap(({ functions }) => functions);
    return distinct(all.flatMap((f) => this.of(f, place)));
  }

  private of(f: ClangFunction, place: string, seen = new Set<string>()): ClangCType[] {
    const key = `${f.range.file} ${f.name} ${place}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const own = f.views.flatMap(({ of, as }) =>
      of === place && as.kind === 'pointer' ? [as.to] : [],
    );
    const passed = f.passes.flatMap(({ of, callee, at }) => {
      const other = of === place ? this.functionNamed(callee) : undefined;
      if (other === undefined) return [];
      if (at === undefined) return this.of(other, RETURNED, seen);
      const param = other.params[at];
      if (param === undefined) return [];
      // A pointer to anything is given as it is; every other type has changed it in the call.
      return this.of(other, param.name, seen);
    });
    return distinct([...own, ...passed].filter(({ kind }) => SEEN.has(kind)));
  }

  private functionNamed(name: string): ClangFunction | undefined {
    return this.units.flatMap(({ functions }) => functions).find((one) => one.name === name);
  }
}

const SEEN = new Set(['integer', 'float', 'boolean', 'enum', 'record', 'array', 'pointer']);

function distinct(types: readonly ClangCType[]): ClangCType[] {
  return [...new Map(types.map((type) => [keyOf(type), type])).values()];
}

function keyOf(type: ClangCType): string {
  if (type.kind === 'record') return type.id;
  return 'bits' in type ? `${type.kind} ${type.bits}` : type.kind;
}

/**
 * The sizes of what a parameter leads to: as it is declared, then as it is looked at. Nothing where it leads to
 * other pointers.
 */
export function pieceSizes(f: ClangFunction, name: string, views: MemoryViews): PieceSize[] {
  const type = f.params.find((param, at) => (param.name || `arg${at}`) === name)?.type;
  if (type?.kind !== 'pointer' && type?.kind !== 'array') return [];
  const declared = type.kind === 'pointer' ? type.to : type.of;
  if (declared.kind === 'function') return [];
  const isOfAny = declared.kind === 'pointer' && isByteOrVoid(declared.to);
  if (declared.kind === 'pointer' && !isOfAny) return [];
  const own = isOfAny || isByteOrVoid(declared) ? 1 : (scalarSize(declared) ?? 'element');
  const seen = isOfAny ? [] : views.behindParameter(f, name);
  return [own, ...seen.map((one): PieceSize => scalarSize(one) ?? 'element')];
}

function isByteOrVoid(type: ClangCType): boolean {
  return type.kind === 'void' || scalarSize(type) === 1;
}
