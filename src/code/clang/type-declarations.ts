import type { Declarations } from './declarations.ts';
import type { ClangNode } from './tree-node.ts';
import { namesInType } from './type-syntax.ts';
import type { ClangRange, ClangTypeDeclaration } from './unit.ts';

/** A named type before all names are known: a typedef may still come for it. */
export interface TypeDeclarationSource {
  readonly id: string;
  readonly kind: ClangTypeDeclaration['kind'];
  /** Of a typedef. */
  readonly name: string;
  readonly underlying: string | undefined;
  readonly types: readonly string[];
  /** Of an enum. */
  readonly constants: readonly string[] | undefined;
  readonly range: ClangRange;
}

type NamedType = Omit<ClangTypeDeclaration, 'undefinedMacros'>;

/** What a declaration of file scope says of a type that it defines; undefined for others. */
export function typeDeclarationOf(
  node: ClangNode,
  range: ClangRange,
): TypeDeclarationSource | undefined {
  const kind = kindOf(node);
  if (kind === undefined) return undefined;
  const isTypedef = kind === 'typedef';
  const types = new Set<string>();
  collectTypeNames(node, types);
  const underlying = isTypedef ? node.type?.written : undefined;
  return {
    id: node.id,
    kind,
    name: isTypedef ? node.name : '',
    underlying,
    types: [...types],
    constants: kind === 'enum' ? constantsOf(node) : undefined,
    range,
  };
}

/**
 * The named types, in order. A struct that only a typedef names is one type, of that name, as long as
 * what the two stand on together.
 */
export function namedTypes(
  sources: readonly TypeDeclarationSource[],
  declarations: Declarations,
): NamedType[] {
  const named = new Map<string, NamedType>();
  for (const { id, kind, name: own, underlying, types, constants, range } of sources) {
    const name = own || declarations.tagName(id) || anonymousEnumName(kind, range);
    const other = named.get(name);
    if (name === '') continue;
    if (other === undefined) {
      const what = {
        ...(underlying === undefined ? {} : { underlying }),
        ...(constants === undefined ? {} : { constants }),
      };
      named.set(name, { name, kind, ...what, types: types.filter((type) => type !== name), range });
    } else if (kind === 'typedef' && other.kind !== 'typedef' && isAround(range, other.range)) {
      named.set(name, { ...other, range });
    }
  }
  return [...named.values()];
}

/** What the constants of an enum without a name go by. */
export function anonymousEnumName(kind: string, range: ClangRange | undefined): string {
  if (kind !== 'enum' || range === undefined) return '';
  return `enum at ${range.file}:${range.startLine}:${range.startColumn}`;
}

function constantsOf(node: ClangNode): string[] {
  return node.inner.flatMap(({ kind, name }) => (kind === 'EnumConstantDecl' ? [name] : []));
}

function kindOf(node: ClangNode): ClangTypeDeclaration['kind'] | undefined {
  switch (node.kind) {
    case 'TypedefDecl':
      return 'typedef';
    case 'RecordDecl':
    case 'CXXRecordDecl':
      if (!node.isComplete || node.isImplicit) return undefined;
      return node.tag === 'union' ? 'union' : 'struct';
    case 'EnumDecl':
      return node.inner.some(({ kind }) => kind === 'EnumConstantDecl') ? 'enum' : undefined;
    default:
      return undefined;
  }
}

function collectTypeNames(node: ClangNode, types: Set<string>): void {
  if (node.kind === 'FieldDecl' || node.kind === 'TypedefDecl') {
    for (const name of namesInType(node.type?.written ?? '')) types.add(name);
  }
  for (const inner of node.inner) collectTypeNames(inner, types);
}

function isAround(outer: ClangRange, inner: ClangRange): boolean {
  if (outer.file !== inner.file) return false;
  return outer.startLine <= inner.startLine && outer.endLine >= inner.endLine;
}
