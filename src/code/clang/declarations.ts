import {
  type EnumSource,
  type FieldSource,
  locationKey,
  type RecordSource,
  type TagSource,
  TypeScope,
} from './scope.ts';
import type { ClangNode } from './tree-node.ts';

/** A variable that lives as long as the program. */
export interface VariableSource {
  readonly node: ClangNode;
  readonly scope: TypeScope;
  /** Of a static local: the function it lives in. */
  readonly within: string | undefined;
}

/**
 * Types and long-lived variables as they are declared, in the order of the tree, with the block in
 * which each name holds.
 */
export class Declarations {
  readonly file = new TypeScope();
  /** By id, those that are only declared as well. */
  readonly globals = new Map<string, string>();
  /** For each constant, by id: the id of its enum. */
  readonly enumConstants = new Map<string, string>();
  private readonly tags = new Map<string, TagSource>();
  private readonly ids = new Set<string>();

  /** Takes in a declaration and all that stands in it. Returns the variables, static locals included. */
  add(node: ClangNode): VariableSource[] {
    const variables: VariableSource[] = [];
    this.visit(node, this.file, undefined, variables);
    return variables;
  }

  /** The name of a struct, union or enum by its id; empty when nothing names it. */
  tagName(id: string): string {
    return this.tags.get(id)?.name ?? '';
  }

  private visit(
    node: ClangNode,
    scope: TypeScope,
    within: string | undefined,
    variables: VariableSource[],
  ): void {
    let inside = scope;
    let owner = within;
    if (node.kind === 'TypedefDecl' || node.kind === 'TypeAliasDecl') this.typedef(node, scope);
    else if (node.kind === 'RecordDecl' || node.kind === 'CXXRecordDecl') this.record(node, scope);
    else if (node.kind === 'EnumDecl') this.enumeration(node, scope);
    else if (node.kind === 'VarDecl') {
      const lasts = within === undefined || /^(static|extern)$/.test(node.storageClass);
      if (lasts) {
        this.globals.set(node.id, node.name);
        variables.push({ node, scope, within });
      }
    } else if (BLOCKS.has(node.kind)) inside = new TypeScope(scope);
    if (FUNCTIONS.has(node.kind)) owner = node.name;
    for (const inner of node.inner) this.visit(inner, inside, owner, variables);
  }

  private typedef(node: ClangNode, scope: TypeScope): void {
    if (node.type === undefined) return;
    scope.addTypedef(node.name, node.type);
    // `typedef struct { … } Buf;`: clang prints the type as `struct Buf`, or as `Buf`.
    const [type] = node.inner;
    const source = type?.owned?.name === '' ? this.tags.get(type.owned.id) : undefined;
    if (source === undefined || source.name !== '') return;
    source.name = node.name;
    if (source.kind === 'record' && !this.ids.has(node.name)) {
      source.id = node.name;
      this.ids.add(node.name);
    }
    if (scope.ownTag(node.name) === undefined) scope.addTag(node.name, source);
  }

  private record(node: ClangNode, scope: TypeScope): void {
    const known = this.tags.get(node.previous);
    const source = known?.kind === 'record' ? known : this.newRecord(node, scope);
    this.tags.set(node.id, source);
    if (node.isComplete) source.fields = fieldsOf(node);
  }

  private newRecord(node: ClangNode, scope: TypeScope): RecordSource {
    const tag = node.tag === 'union' ? 'union' : 'struct';
    const key = this.register(node);
    const name = node.name === '' ? '' : `${tag} ${node.name}`;
    // Two blocks may each have a type of one name.
    const isPlain = name !== '' && !this.ids.has(name);
    const id = isPlain ? name : `${name || tag} ${key.replaceAll('./', '')}`;
    this.ids.add(id);
    const source: RecordSource = { kind: 'record', id, name, tag, scope, fields: undefined };
    if (node.name !== '') scope.addTag(node.name, source);
    scope.addTag(key, source);
    return source;
  }

  private enumeration(node: ClangNode, scope: TypeScope): void {
    const known = this.tags.get(node.previous);
    const source: EnumSource =
      known?.kind === 'enum'
        ? known
        : {
            kind: 'enum',
            name: node.name === '' ? '' : `enum ${node.name}`,
            constants: [],
            fixedType: node.fixedType,
            isPacked: false,
          };
    this.tags.set(node.id, source);
    if (node.name !== '') scope.addTag(node.name, source);
    scope.addTag(this.register(node), source);
    if (node.inner.some(({ kind }) => kind === 'PackedAttr')) source.isPacked = true;
    const constants = constantsOf(node);
    if (constants.length === 0) return;
    source.constants = constants;
    for (const inner of node.inner) {
      if (inner.kind === 'EnumConstantDecl') this.enumConstants.set(inner.id, node.id);
    }
  }

  private register(node: ClangNode): string {
    const place = node.location ?? node.begin;
    return place === undefined ? `at ${node.id}` : locationKey(place);
  }
}

const BLOCKS: ReadonlySet<string> = new Set([
  ...['FunctionDecl', 'CompoundStmt', 'ForStmt', 'CXXMethodDecl', 'CXXConstructorDecl'],
]);

const FUNCTIONS: ReadonlySet<string> = new Set([
  ...['FunctionDecl', 'CXXMethodDecl', 'CXXConstructorDecl', 'CXXDestructorDecl'],
]);

function fieldsOf(node: ClangNode): FieldSource[] {
  const fields = node.inner.filter(({ kind }) => kind === 'FieldDecl');
  return fields.flatMap((field) => {
    if (field.type === undefined) return [];
    const width = field.isBitfield ? Number(constantOf(field.inner[0]) ?? 0n) : undefined;
    return [{ name: field.name, type: field.type, width }];
  });
}

function constantsOf(node: ClangNode): { name: string; value: bigint }[] {
  let next = 0n;
  return node.inner
    .filter(({ kind }) => kind === 'EnumConstantDecl')
    .map(({ name, inner }) => {
      const value = constantOf(inner[0]) ?? next;
      next = value + 1n;
      return { name, value };
    });
}

/** The value that clang has computed, wherever below the node it stands first. */
function constantOf(node: ClangNode | undefined): bigint | undefined {
  if (node === undefined) return undefined;
  if (/^-?\d{1,40}$/.test(node.value)) return BigInt(node.value);
  return constantOf(node.inner[0]);
}
