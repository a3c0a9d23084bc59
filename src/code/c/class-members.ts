import { childOf, childrenOf, descendants, type SyntaxNode } from '../syntax/syntax.ts';
import type { ClassOutline } from './declarations/file-declarations.ts';
import type { CType } from './ir/types.ts';
import type { TranslationUnit } from './unit.ts';

type MemberAccess = 'public' | 'protected' | 'private';

/** A data member of a class, not a static one. */
export interface ClassField {
  readonly name: string;
  readonly type: CType;
  /** The type as it is written, without spaces. */
  readonly typeText: string;
  readonly access: MemberAccess;
  /** Has `= value` or `{value}` at its declaration. */
  readonly initialised: boolean;
  readonly node: SyntaxNode;
}

/** A function that a class declares; its definition may stand elsewhere. */
interface ClassMethod {
  readonly name: string;
  readonly access: MemberAccess;
  readonly virtual: boolean;
  /** Ends in `= delete`. */
  readonly deleted: boolean;
  /** Ends in `= default`. */
  readonly defaulted: boolean;
  readonly static: boolean;
  readonly node: SyntaxNode;
  /** The definition with its body, here or later in the file. */
  readonly definition: SyntaxNode | undefined;
}

/** What a class declares. */
export interface ClassMembers {
  readonly outline: ClassOutline;
  /** The name as it stands in the class head. */
  readonly head: SyntaxNode;
  readonly final: boolean;
  readonly fields: readonly ClassField[];
  readonly methods: readonly ClassMethod[];
  readonly constructors: readonly ClassMethod[];
  readonly destructor: ClassMethod | undefined;
}

/** Reads the members of every class of a C++ file, in the order of the file. */
export function classMembers(unit: TranslationUnit): ClassMembers[] {
  const outside = outsideDefinitions(unit);
  return unit.classes.flatMap((outline) => {
    const head = childOf(outline.node, 'name');
    const body = childOf(outline.node, 'body');
    return head === undefined || body === undefined || outline.node.type === 'union_specifier'
      ? []
      : [new ClassMemberCollector(unit, outline, head, outside).read(body)];
  });
}

/** Definitions such as `Box::Box() { }`, by `Class::name`, in order. */
function outsideDefinitions(unit: TranslationUnit): Map<string, SyntaxNode[]> {
  const found = new Map<string, SyntaxNode[]>();
  for (const node of descendants(unit.tree.root)) {
    if (node.type !== 'function_definition') continue;
    const name = nameNode(node);
    if (name?.type !== 'qualified_identifier') continue;
    const words = unit.tree.textOf(name).replace(/\s+/g, '').split('::').slice(-2);
    const key = words.join('::');
    found.set(key, [...(found.get(key) ?? []), node]);
  }
  return found;
}

function nameNode(node: SyntaxNode): SyntaxNode | undefined {
  let at = childOf(node, 'declarator');
  while (at !== undefined && /_declarator$/.test(at.type)) {
    at =
      childOf(at, 'declarator') ??
      at.children.find((child) => /declarator|identifier/.test(child.type));
  }
  return at;
}

class ClassMemberCollector {
  private readonly unit: TranslationUnit;
  private readonly outline: ClassOutline;
  private readonly head: SyntaxNode;
  private readonly outside: ReadonlyMap<string, readonly SyntaxNode[]>;
  private readonly fields: ClassField[] = [];
  private readonly methods: ClassMethod[] = [];

  constructor(
    unit: TranslationUnit,
    outline: ClassOutline,
    head: SyntaxNode,
    outside: ReadonlyMap<string, readonly SyntaxNode[]>,
  ) {
    this.unit = unit;
    this.outline = outline;
    this.head = head;
    this.outside = outside;
  }

  read(body: SyntaxNode): ClassMembers {
    const { outline, head } = this;
    let access: MemberAccess = outline.node.type === 'class_specifier' ? 'private' : 'public';
    for (const child of body.children) {
      if (child.type === 'access_specifier') access = accessOf(this.text(child)) ?? access;
      else this.member(child, access);
    }
    const own = (method: ClassMethod): boolean => method.name === this.plainName();
    return {
      outline,
      head,
      final: outline.node.children.some((child) => child.type === 'virtual_specifier'),
      fields: this.fields,
      methods: this.methods.filter((method) => !own(method) && !method.name.startsWith('~')),
      constructors: this.methods.filter(own),
      destructor: this.methods.find((method) => method.name.startsWith('~')),
    };
  }

  private plainName(): string {
    return this.text(this.head)
      .replace(/<[\s\S]*$/, '')
      .trim();
  }

  private text(node: SyntaxNode): string {
    return this.unit.tree.textOf(node);
  }

  private member(node: SyntaxNode, access: MemberAccess): void {
    if (node.type === 'template_declaration') {
      for (const child of node.children) this.member(child, access);
      return;
    }
    if (
      !/^(?:field_declaration|function_definition|declaration|inline_method_definition)$/.test(
        node.type,
      )
    )
      return;
    const name = nameNode(node);
    const isFunction = descendants(node).some(
      (child) => child.type === 'function_declarator' && isDeclarator(child, node),
    );
    if (isFunction && name !== undefined) this.method(node, name, access);
    else if (node.type === 'field_declaration') this.field(node, access);
  }

  private method(node: SyntaxNode, nameOf: SyntaxNode, access: MemberAccess): void {
    const name = this.text(nameOf).replace(/\s+/g, '');
    const overrides = descendants(node).some((child) => child.type === 'virtual_specifier');
    const definitions = this.outside.get(`${this.plainName()}::${name}`) ?? [];
    this.methods.push({
      name,
      access,
      virtual: overrides || node.children.some((child) => /^virtual/.test(child.type)),
      deleted: node.children.some((child) => child.type === 'delete_method_clause'),
      defaulted: node.children.some((child) => child.type === 'default_method_clause'),
      static: this.isStatic(node),
      node,
      definition: childOf(node, 'body') === undefined ? definitions[0] : node,
    });
  }

  private isStatic(node: SyntaxNode): boolean {
    return node.children.some(
      (child) => child.type === 'storage_class_specifier' && this.text(child) === 'static',
    );
  }

  private field(node: SyntaxNode, access: MemberAccess): void {
    const typeNode = childOf(node, 'type');
    if (this.isStatic(node) || typeNode === undefined) return;
    const known = this.unit.symbols.record(this.outline.name)?.fields ?? [];
    const declarators = childrenOf(node, 'declarator');
    for (const declarator of declarators) {
      const inner = descendants(declarator).find((child) => /identifier$/.test(child.type));
      if (inner === undefined) continue;
      const name = this.text(inner);
      const next = node.children[node.children.indexOf(declarator) + 1];
      this.fields.push({
        name,
        type: known.find((field) => field.name === name)?.type ?? { kind: 'unknown', name: '' },
        typeText: this.text(typeNode).replace(/\s+/g, ''),
        access,
        initialised: next?.type === '=' || next?.field === 'default_value',
        node: inner,
      });
    }
  }
}

/** Whether a function declarator is the member's own, not that of a parameter or a pointer to a function. */
function isDeclarator(declarator: SyntaxNode, member: SyntaxNode): boolean {
  if (childOf(declarator, 'declarator')?.type === 'parenthesized_declarator') return false;
  for (
    let at: SyntaxNode | undefined = declarator;
    at !== undefined && at !== member;
    at = at.parent
  ) {
    if (at.field !== 'declarator' && !/_declarator$/.test(at.type)) return false;
  }
  return true;
}

function accessOf(text: string): MemberAccess | undefined {
  return text.startsWith('public')
    ? 'public'
    : text.startsWith('protected')
      ? 'protected'
      : text.startsWith('private')
        ? 'private'
        : undefined;
}
