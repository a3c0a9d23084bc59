import { childOf, childrenOf, type SyntaxNode } from '../../syntax/syntax.ts';
import { unqualifiedName } from '../../unqualified-name.ts';
import {
  type DeclaratorResult,
  resolveDeclarator,
  specifiedType,
  typeOfSpecifier,
} from '../expressions/declarators.ts';
import { completeArrayType } from '../expressions/initialisers.ts';
import { describedType } from '../expressions/lower-cast.ts';
import type { LoweringContext } from '../expressions/lowering-context.ts';
import type { Expr, Variable } from '../ir/ast.ts';
import { parseCondition } from '../ir/build-condition.ts';
import { constantValue } from '../ir/constants.ts';
import { type CType, UNKNOWN } from '../ir/types.ts';
import { isContainer } from './declaration-containers.ts';
import { declaredWords, saysNoReturn, saysPublic } from './declared-words.ts';
import { isNever } from './directives.ts';
import { importedName } from './imported-name.ts';
import { hasStorage, isConstant, isVariadic, isVolatile } from './specifiers.ts';

/** A class of C++ as its declaration shows it. */
export interface ClassOutline {
  readonly name: string;
  readonly bases: readonly string[];
  readonly node: SyntaxNode;
}

/** A function's definition that was found, with the class around it or ''. */
export interface DefinitionNode {
  readonly node: SyntaxNode;
  readonly owner: string;
}

/** What the declarations of a file add to its symbols. */
export interface FileDeclarations {
  readonly globals: readonly { readonly variable: Variable; readonly init: Expr | undefined }[];
  readonly classes: readonly ClassOutline[];
  readonly definitions: readonly DefinitionNode[];
}

/** What stands before a declarator. */
const SPECIFIER = /^(?:\w+_specifier|primitive_type|type_identifier|type_qualifier|attribute_\w+)$/;

/** Reads the declarations of a file into the symbols of the context. Bodies are left for later. */
export function collectDeclarations(root: SyntaxNode, context: LoweringContext): FileDeclarations {
  const reader = new DeclarationCollector(context);
  reader.read(root, '');
  return reader;
}

class DeclarationCollector implements FileDeclarations {
  readonly globals: { variable: Variable; init: Expr | undefined }[] = [];
  readonly classes: ClassOutline[] = [];
  readonly definitions: DefinitionNode[] = [];
  private readonly context: LoweringContext;
  private nextGlobal = -1_000_000;

  constructor(context: LoweringContext) {
    this.context = context;
  }

  private text(node: SyntaxNode): string {
    return this.context.textOf(node);
  }

  read(node: SyntaxNode, owner: string): void {
    if (node.type === 'preproc_if' && this.isOff(node)) {
      const alternative = childOf(node, 'alternative');
      if (alternative !== undefined) this.read(alternative, owner);
      return;
    }
    for (const child of node.children) this.item(child, owner);
  }

  /** `#if 0`, or `#if 0 && DEBUG` */
  private isOff(node: SyntaxNode): boolean {
    const condition = childOf(node, 'condition');
    return condition !== undefined && isNever(parseCondition(this.text(condition).trim()));
  }

  private item(node: SyntaxNode, owner: string): void {
    switch (node.type) {
      case 'function_definition':
      case 'inline_method_definition':
        return this.definition(node, owner);
      case 'declaration':
        return this.declaration(node);
      case 'ERROR':
        return this.markedPrototype(node, owner);
      case 'type_definition':
        return this.typedef(node);
      case 'using_declaration': {
        const name = importedName(this.text(node));
        if (name !== undefined) this.context.symbols.imported.add(name);
        return;
      }
      case 'alias_declaration':
        return this.alias(node);
      case 'namespace_definition': {
        const body = childOf(node, 'body');
        return body && this.read(body, owner);
      }
      case 'field_declaration':
        this.typeInside(node);
        return this.method(node, owner);
      case 'struct_specifier':
      case 'union_specifier':
      case 'class_specifier':
      case 'enum_specifier':
        return this.specifier(node);
      default:
        if (isContainer(node.type)) this.read(node, owner);
    }
  }

  /** Reads the struct, class or enum that a declaration defines on its way. */
  private typeInside(node: SyntaxNode): void {
    const type = childOf(node, 'type');
    if (type !== undefined && childOf(type, 'body') !== undefined) this.specifier(type);
  }

  private specifier(node: SyntaxNode): void {
    const type = typeOfSpecifier(node, this.context);
    const body = childOf(node, 'body');
    if (body === undefined || node.type === 'enum_specifier') return;
    const name = type.kind === 'record' ? type.name : '';
    if (this.context.hasMethods) {
      const bases = this.basesOf(node);
      this.classes.push({ name, bases, node });
      const methods = methodNames(body).map((method) => this.text(method));
      this.context.symbols.classes.set(name, { name, bases: bases.map(plainClass), methods });
    }
    this.read(body, name);
  }

  private basesOf(node: SyntaxNode): string[] {
    const clause = node.children.find((child) => child.type === 'base_class_clause');
    return (clause?.children ?? [])
      .filter((child) => /identifier|template_type/.test(child.type))
      .map((child) => this.text(child));
  }

  private declaration(node: SyntaxNode): void {
    this.typeInside(node);
    const { context } = this;
    const base = specifiedType(node, context);
    const scope = hasStorage(node, 'static', context) ? 'static' : 'global';
    const constant = isConstant(node, context);
    // Of `volatile int *p` it is not the pointer that changes.
    const changes = base.kind !== 'pointer' && isVolatile(node, context);
    for (const declarator of childrenOf(node, 'declarator')) {
      const hasInit = declarator.type === 'init_declarator';
      const inner = hasInit ? (childOf(declarator, 'declarator') ?? declarator) : declarator;
      const declared = resolveDeclarator(inner, base, context);
      const { name } = declared;
      if (name === '') continue;
      if (declared.type.kind === 'function') {
        this.prototype(declared);
        continue;
      }
      const valueNode = hasInit ? childOf(declarator, 'value') : undefined;
      const init = valueNode === undefined ? undefined : context.lower(valueNode);
      const type = completeArrayType(declared.type, init);
      const { start, end } = declared.node;
      this.nextGlobal -= 1;
      const id = this.nextGlobal;
      const variable: Variable = {
        ...{ name, type, scope, id, position: -1, constant, start, end },
        ...(changes && type.kind !== 'pointer' ? { isVolatile: true } : {}),
        ...constantValue(constant && !changes, type, init),
      };
      context.symbols.globals.set(name, variable);
      this.globals.push({ variable, init });
    }
  }

  /** `void die(int status) NORETURN;`: the grammar takes macros behind the parameters where the function gives a pointer alone. */
  private markedPrototype(node: SyntaxNode, owner: string): void {
    const { children } = node;
    const declarator = children.at(-1);
    const isWhole =
      declarator?.type === 'function_declarator' &&
      childOf(node, 'type') !== undefined &&
      children.every((child) => child === declarator || SPECIFIER.test(child.type));
    if (!isWhole) return isContainer(node.type) ? this.read(node, owner) : undefined;
    const declared = resolveDeclarator(declarator, specifiedType(node, this.context), this.context);
    if (declared.name !== '') this.prototype(declared);
  }

  private prototype({ name, type, node, parameters }: DeclaratorResult): void {
    if (type.kind !== 'function') return;
    const { functions } = this.context.symbols;
    const start = this.context.placeOf(node.start);
    const end = this.context.placeOf((parameters ?? node).end - 1) + 1;
    const words = declaredWords(this.context.source.text, start, end);
    // The definition mostly leaves to the prototype what that has said.
    const before = functions.get(name);
    const noReturn = before?.noReturn === true || saysNoReturn(words);
    const isPublic = before?.isPublic === true || saysPublic(words);
    functions.set(name, {
      name,
      returns: type.returns,
      parameters: type.parameters,
      variadic: isVariadic(parameters),
      ...(noReturn ? { noReturn } : {}),
      ...(isPublic ? { isPublic } : {}),
    });
  }

  private typedef(node: SyntaxNode): void {
    this.typeInside(node);
    const base = specifiedType(node, this.context);
    for (const declarator of childrenOf(node, 'declarator')) {
      const declared = resolveDeclarator(declarator, base, this.context);
      const name = this.nameBehindMacro(node) ?? declared.name;
      if (name === '') continue;
      const type = this.named(declared.type, name);
      // Where each branch of an `#if` defines a type, that of the build counts.
      if (this.context.isCompiled(node) || !this.context.symbols.typedefs.has(name))
        this.context.symbols.typedefs.set(name, type);
    }
  }

  /** `name` of `typedef struct item *RESTRICT name;`, which the grammar takes for a statement of its own. */
  private nameBehindMacro(node: SyntaxNode): string | undefined {
    if (this.text(node).endsWith(';')) return undefined;
    const siblings = node.parent?.children ?? [];
    const next = siblings[siblings.indexOf(node) + 1];
    return next && /^(\w+)\s*;?$/.exec(this.text(next))?.[1];
  }

  /** `typedef struct { … } name;` gives a record that has no name that of the typedef, which other files know. */
  private named(type: CType, name: string): CType {
    if (type.kind !== 'record' || !type.name.startsWith('<')) return type;
    const { symbols } = this.context;
    const record = symbols.record(type.name);
    if (record === undefined) return type;
    symbols.records.set(name, { ...record, name });
    return { kind: 'record', name };
  }

  /** `using name = type;` */
  private alias(node: SyntaxNode): void {
    const name = childOf(node, 'name');
    const type = childOf(node, 'type');
    if (name === undefined || type === undefined) return;
    this.context.symbols.typedefs.set(this.text(name), describedType(type, this.context));
  }

  /** What a class declares and another place defines. */
  private method(node: SyntaxNode, owner: string): void {
    if (owner === '' || !this.context.hasMethods) return;
    const base = specifiedType(node, this.context);
    for (const declarator of childrenOf(node, 'declarator'))
      this.methodSymbol(resolveDeclarator(declarator, base, this.context), owner);
  }

  /** A method is known by its class; where several have the name, what they give back only if it is the same. */
  private methodSymbol({ name, type, parameters }: DeclaratorResult, owner: string): void {
    if (type.kind !== 'function' || owner === '' || name === '' || name.includes('::')) return;
    const { functions } = this.context.symbols;
    const full = `${owner}::${name}`;
    const before = functions.get(full);
    functions.set(full, {
      name: full,
      returns:
        before === undefined || isSame(before.returns, type.returns) ? type.returns : UNKNOWN,
      parameters:
        before === undefined || isSame(before.parameters, type.parameters) ? type.parameters : [],
      variadic: isVariadic(parameters),
    });
  }

  /** Notes a definition; bodies are lowered once every name of the file is known. */
  private definition(node: SyntaxNode, owner: string): void {
    this.typeInside(node);
    const declarator = childOf(node, 'declarator');
    if (declarator !== undefined) {
      const declared = resolveDeclarator(
        declarator,
        specifiedType(node, this.context),
        this.context,
      );
      this.prototype(declared);
      this.methodSymbol(declared, owner);
    }
    this.definitions.push({ node, owner });
  }
}

function isSame(one: CType | readonly CType[], other: CType | readonly CType[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The names of the functions that the body of a class declares. */
function methodNames(body: SyntaxNode): SyntaxNode[] {
  return body.children.flatMap((child) => {
    if (isContainer(child.type)) return methodNames(child);
    if (!/declaration$|definition$/.test(child.type)) return [];
    let at = childOf(child, 'declarator');
    while (at !== undefined && at.type !== 'function_declarator')
      at = childOf(at, 'declarator') ?? at.children.find(({ type }) => /_declarator$/.test(type));
    const name = at && childOf(at, 'declarator');
    return name !== undefined && /identifier$/.test(name.type) ? [name] : [];
  });
}

/** `net::Base<int>` as the name of the class, `Base`. */
function plainClass(base: string): string {
  return unqualifiedName(base.replace(/<[\s\S]*$/, '')).trim();
}
