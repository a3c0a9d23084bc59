import type { EnumSource, RecordSource, TypeScope } from './scope.ts';
import { basicType, type Target } from './target.ts';
import type { TypeTexts } from './tree-node.ts';
import { parseType, type TypeSyntax } from './type-syntax.ts';
import type { ClangCType, ClangRecord } from './types.ts';

/** A type, and whether what has it is constant itself. */
export interface ResolvedType {
  readonly type: ClangCType;
  readonly isConst: boolean;
}

/** Typedefs of typedefs go no deeper than this in code that means well. */
const MAX_DEPTH = 100;

const OTHER: ResolvedType = { type: { kind: 'other' }, isConst: false };

/** Looks printed types up, and remembers which structs and unions they lead to. */
export class TypeResolver {
  private readonly target: Target;
  private readonly found = new Map<string, ClangRecord>();
  private readonly waiting: RecordSource[] = [];
  private readonly enums = new Map<EnumSource, ClangCType>();

  constructor(target: Target) {
    this.target = target;
  }

  /** `other` for what has no place among the types. */
  resolve(texts: TypeTexts, scope: TypeScope, depth = 0): ResolvedType {
    const written = this.resolveSyntax(parseType(texts.written), scope, depth);
    if (written.type.kind !== 'other' || texts.desugared === undefined) return written;
    // `typeof (x)`: clang has looked it up.
    return this.resolveSyntax(parseType(texts.desugared), scope, depth);
  }

  /** Every struct and union that was reached, with those that their fields lead to, by id. */
  records(): ReadonlyMap<string, ClangRecord> {
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
      const { id, name, tag, scope, fields } = next;
      this.found.set(id, {
        id,
        name,
        tag,
        fields: fields?.map((field) => ({
          name: field.name,
          type: this.resolve(field.type, scope).type,
          spelled: field.type.written,
          ...(field.width === undefined ? {} : { width: field.width }),
        })),
      });
    }
    return this.found;
  }

  private resolveSyntax(syntax: TypeSyntax, scope: TypeScope, depth: number): ResolvedType {
    if (depth > MAX_DEPTH) return OTHER;
    const deeper = (inner: TypeSyntax) => this.resolveSyntax(inner, scope, depth + 1);
    switch (syntax.kind) {
      case 'basic':
        return { type: basicType(syntax.words, this.target), isConst: syntax.isConst };
      case 'typedef':
        return this.named(syntax.name, syntax.isConst, scope, depth);
      case 'tag':
        return { type: this.tagged(syntax.name, scope), isConst: syntax.isConst };
      case 'pointer': {
        const { type, isConst } = deeper(syntax.to);
        return { type: { kind: 'pointer', to: type, isConst }, isConst: syntax.isConst };
      }
      case 'array': {
        const { type, isConst } = deeper(syntax.of);
        const { length } = syntax;
        const array = { kind: 'array', of: type } as const;
        return { type: length === undefined ? array : { ...array, length }, isConst };
      }
      case 'function':
        return {
          type: {
            kind: 'function',
            returns: deeper(syntax.returns).type,
            params: syntax.params.map((param) => deeper(param).type),
            isVariadic: syntax.isVariadic,
          },
          isConst: false,
        };
      case 'other':
        return OTHER;
    }
  }

  private named(name: string, isConst: boolean, scope: TypeScope, depth: number): ResolvedType {
    const typedef = scope.typedef(name);
    if (typedef === undefined) {
      const builtIn = BUILT_IN.get(name);
      // In C++ a struct goes by its name alone.
      return { type: builtIn ?? this.tagged(name, scope), isConst };
    }
    const meant = this.resolve(typedef.type, typedef.scope, depth + 1);
    const type = isOwnCharacter(meant.type, typedef.type.written) ? meant.type : plain(meant.type);
    return { type, isConst: isConst || meant.isConst };
  }

  private tagged(name: string, scope: TypeScope): ClangCType {
    const source = scope.tag(name);
    if (source === undefined) return { kind: 'other' };
    if (source.kind === 'enum') return this.enumType(source, scope);
    if (!this.found.has(source.id)) {
      const { id, tag } = source;
      this.found.set(id, { id, name: source.name, tag, fields: undefined });
      this.waiting.push(source);
    }
    return { kind: 'record', id: source.id };
  }

  /** As clang chooses: `unsigned` unless a constant is negative, more bits where they are needed. */
  private enumType(source: EnumSource, scope: TypeScope): ClangCType {
    const known = this.enums.get(source);
    if (known !== undefined) return known;
    const { name, constants } = source;
    const fixed = source.fixedType && this.resolve(source.fixedType, scope).type;
    const values = constants.map(({ value }) => value);
    const signed = values.some((value) => value < 0n);
    const isSmall = source.isPacked || this.target.hasShortEnums;
    const sizes = isSmall ? ([8, 16, 32, 64] as const) : ([32, 64] as const);
    const bits = sizes.find((size) => values.every((value) => fits(value, size, signed))) ?? 64;
    const own = { kind: 'enum', name, bits, signed, constants } as const;
    const type: ClangCType =
      fixed?.kind === 'integer' && fixed.bits !== 128
        ? { ...own, bits: fixed.bits, signed: fixed.signed }
        : own;
    this.enums.set(source, type);
    return type;
  }
}

/** Names that mean a type of the language where no typedef says otherwise: C23 and C++. */
const BUILT_IN: ReadonlyMap<string, ClangCType> = new Map<string, ClangCType>([
  ['bool', { kind: 'boolean' }],
  ['wchar_t', { kind: 'integer', bits: 32, signed: true, isCharacter: false }],
  ['char8_t', { kind: 'integer', bits: 8, signed: false, isCharacter: true }],
  ['char16_t', { kind: 'integer', bits: 16, signed: false, isCharacter: false }],
  ['char32_t', { kind: 'integer', bits: 32, signed: false, isCharacter: false }],
]);

/** Whether a typedef of this type, written so, still means a character of text. */
function isOwnCharacter(type: ClangCType, written: string): boolean {
  return type.kind !== 'integer' || !type.isCharacter || !/\b(un)?signed\b/.test(written);
}

function plain(type: ClangCType): ClangCType {
  return type.kind === 'integer' ? { ...type, isCharacter: false } : type;
}

function fits(value: bigint, bits: number, signed: boolean): boolean {
  return value === (signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value));
}
