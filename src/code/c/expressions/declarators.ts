import { childOf, childrenOf, descendants, type SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr } from '../ir/ast.ts';
import { constantOf } from '../ir/constants.ts';
import { anonymousName, type Symbols } from '../ir/symbols.ts';
import { type CType, INT, namedType, type RecordField, typeOfWords, UNKNOWN } from '../ir/types.ts';

/** What a declarator declares: `*argv[]` of base `char` is `argv`, array of pointer to char. */
export interface DeclaratorResult {
  readonly name: string;
  readonly type: CType;
  readonly node: SyntaxNode;
  /** The size of a variable-length array. */
  readonly count: Expr | undefined;
  /** The parameter list of the innermost function declarator. */
  readonly parameters: SyntaxNode | undefined;
}

/** What lowering a declarator needs from its caller. */
export interface DeclaratorContext {
  readonly symbols: Symbols;
  textOf(node: SyntaxNode): string;
  lower(node: SyntaxNode): Expr;
  /** What an action makes of the argument that a name means in a macro's body; undefined where it means none. */
  inArgument?<T>(name: string, action: (node: SyntaxNode) => T): T | undefined;
}

const RECORDS = new Set(['struct_specifier', 'union_specifier', 'class_specifier']);

/** The type that a declaration's specifiers name; defines the records and enums in them. */
export function specifiedType(node: SyntaxNode, context: DeclaratorContext): CType {
  const type = childOf(node, 'type');
  return type === undefined ? INT : typeOfSpecifier(type, context);
}

/** The type of one type specifier node. */
export function typeOfSpecifier(node: SyntaxNode, context: DeclaratorContext): CType {
  const { symbols } = context;
  switch (node.type) {
    case 'primitive_type':
    case 'type_identifier':
    case 'identifier': {
      const name = context.textOf(node);
      const given = context.inArgument?.(name, (argument) => typeOfArgument(argument, context));
      return (
        given ??
        namedType(name, symbols.dataModel) ??
        symbols.typedef(name) ??
        recordNamed(name, symbols) ??
        primitive(name, symbols)
      );
    }
    case 'sized_type_specifier': {
      const words = context.textOf(node).split(/\s+/);
      return typeOfWords(words, symbols.dataModel);
    }
    case 'enum_specifier':
      for (const child of node.children) if (child.field === 'name') context.textOf(child);
      defineEnum(node, context);
      return INT;
    case 'qualified_identifier':
    case 'template_type':
    case 'dependent_type': {
      const name = context.textOf(node).replace(/\s+/g, '');
      return (
        namedType(name, symbols.dataModel) ?? symbols.typedef(name) ?? { kind: 'unknown', name }
      );
    }
    case 'macro_type_specifier':
      // Sizes in it that are worked out are looked at by themselves.
      return descendants(node).some(({ type }) => type === 'call_expression')
        ? UNKNOWN
        : { kind: 'unknown', name: context.textOf(node).replace(/\s+/g, '') };
    case 'placeholder_type_specifier':
      return { kind: 'unknown', name: 'auto' };
    default:
      return RECORDS.has(node.type) ? recordType(node, context) : UNKNOWN;
  }
}

/** The type that an argument of a macro spells. */
function typeOfArgument(node: SyntaxNode, context: DeclaratorContext): CType {
  if (node.type === 'cast_expression') {
    // A type that is not one of the grammar's operands is read as a value of it.
    const type = childOf(node, 'type');
    return type === undefined ? UNKNOWN : typeOfArgument(type, context);
  }
  if (node.type !== 'type_descriptor') return typeOfSpecifier(node, context);
  const declarator = childOf(node, 'declarator');
  const base = specifiedType(node, context);
  return declarator === undefined ? base : resolveDeclarator(declarator, base, context).type;
}

function primitive(name: string, { dataModel }: Symbols): CType {
  const words = typeOfWords([name], dataModel);
  return /^(?:void|int|float|double|long|short|signed|unsigned)$/.test(name)
    ? words
    : { kind: 'unknown', name };
}

function recordNamed(name: string, symbols: Symbols): CType | undefined {
  return symbols.record(name) === undefined ? undefined : { kind: 'record', name };
}

function recordType(node: SyntaxNode, context: DeclaratorContext): CType {
  const nameNode = childOf(node, 'name');
  const name = nameNode === undefined ? anonymousName(node) : nameOf(nameNode, context);
  const body = childOf(node, 'body');
  if (body !== undefined && !context.symbols.records.has(name)) {
    const union = node.type === 'union_specifier';
    context.symbols.records.set(name, { name, union, fields: [] });
    context.symbols.records.set(name, { name, union, fields: fieldsOf(body, context) });
  }
  return { kind: 'record', name };
}

function fieldsOf(body: SyntaxNode, context: DeclaratorContext): RecordField[] {
  const fields: RecordField[] = [];
  for (const child of body.children) {
    if (child.type.startsWith('preproc_if')) fields.push(...fieldsOf(child, context));
    if (child.type !== 'field_declaration') continue;
    const base = specifiedType(child, context);
    const declarators = childrenOf(child, 'declarator');
    if (declarators.length === 0 && base.kind === 'record') fields.push({ name: '', type: base });
    for (const declarator of declarators) {
      const declared = resolveDeclarator(declarator, base, context);
      if (declared.type.kind !== 'function')
        fields.push({ name: declared.name, type: declared.type });
    }
  }
  return fields;
}

function defineEnum(node: SyntaxNode, context: DeclaratorContext): void {
  const body = childOf(node, 'body');
  if (body === undefined) return;
  let next = 0;
  for (const child of body.children) {
    if (child.type !== 'enumerator') continue;
    const name = childOf(child, 'name');
    const value = childOf(child, 'value');
    const given = value === undefined ? undefined : constantOf(context.lower(value));
    const number = value === undefined ? next : given;
    if (name === undefined || number === undefined) continue;
    context.symbols.enumerators.set(context.textOf(name), number);
    next = number + 1;
  }
}

/** Reads a declarator outside in, giving the name and its whole type. */
export function resolveDeclarator(
  node: SyntaxNode,
  base: CType,
  context: DeclaratorContext,
): DeclaratorResult {
  let type = base;
  let at: SyntaxNode | undefined = node;
  let count: Expr | undefined;
  let parameters: SyntaxNode | undefined;
  let named: string | undefined;
  while (at !== undefined) {
    const inner: SyntaxNode | undefined = childOf(at, 'declarator') ?? innerDeclarator(at);
    switch (at.type) {
      case 'pointer_declarator':
      case 'abstract_pointer_declarator':
        type = { kind: 'pointer', to: type };
        break;
      case 'reference_declarator':
      case 'abstract_reference_declarator':
        type = { kind: 'pointer', to: type, reference: true };
        break;
      case 'array_declarator':
      case 'abstract_array_declarator': {
        const size = childOf(at, 'size');
        const expr = size === undefined ? undefined : context.lower(size);
        const length = expr === undefined ? undefined : constantOf(expr);
        if (expr !== undefined && length === undefined) count = expr;
        type = { kind: 'array', of: type, length };
        // `int a[2][3]` nests outside in: the inner declarator holds the first dimension.
        if (inner?.type === 'array_declarator') type = wrapInner(inner, type, context);
        break;
      }
      case 'function_declarator':
      case 'abstract_function_declarator':
        parameters = childOf(at, 'parameters');
        type = { kind: 'function', returns: type, parameters: parameterTypes(parameters, context) };
        named = nameInMacro(inner, context);
        if (named !== undefined) return { name: named, type, node: at, count, parameters };
        break;
      default:
        break;
    }
    if (inner === undefined)
      return { name: nameOf(at, context), type, node: at, count, parameters };
    at =
      at.type === 'array_declarator' && inner.type === 'array_declarator' ? deepest(inner) : inner;
  }
  return { name: '', type, node, count, parameters };
}

/**
 * The name of a function that a macro stands around, as in `int API(open)(int mode)`. No function
 * returns a function, so what looks like one that does is a macro with the name as its argument.
 */
function nameInMacro(
  inner: SyntaxNode | undefined,
  context: DeclaratorContext,
): string | undefined {
  if (inner?.type !== 'function_declarator') return undefined;
  const parameters = childOf(inner, 'parameters')?.children.filter(({ named }) => named) ?? [];
  const [only] = parameters;
  if (parameters.length !== 1 || only?.type !== 'parameter_declaration') return undefined;
  const [name] = only.children;
  return only.children.length === 1 && name?.type === 'type_identifier'
    ? context.textOf(name)
    : undefined;
}

function wrapInner(node: SyntaxNode, element: CType, context: DeclaratorContext): CType {
  const size = childOf(node, 'size');
  const length = size === undefined ? undefined : constantOf(context.lower(size));
  const type: CType = { kind: 'array', of: element, length };
  const inner = childOf(node, 'declarator');
  return inner?.type === 'array_declarator' ? wrapInner(inner, type, context) : type;
}

function deepest(node: SyntaxNode): SyntaxNode | undefined {
  const inner = childOf(node, 'declarator');
  return inner?.type === 'array_declarator' ? deepest(inner) : inner;
}

function innerDeclarator(node: SyntaxNode): SyntaxNode | undefined {
  if (!/^(?:abstract_)?(?:parenthesized|attributed|reference)_declarator$/.test(node.type))
    return undefined;
  return node.children.find((child) => child.named && /declarator|identifier/.test(child.type));
}

function nameOf(node: SyntaxNode, context: DeclaratorContext): string {
  if (!/identifier|name|operator/.test(node.type)) return '';
  const name = context.textOf(node).replace(/\s+/g, '');
  return context.inArgument?.(name, (argument) => nameOf(argument, context)) || name;
}

/** The types of a parameter list; arrays and functions decay to pointers. */
function parameterTypes(
  list: SyntaxNode | undefined,
  context: DeclaratorContext,
): readonly CType[] {
  const types: CType[] = [];
  for (const child of list?.children ?? []) {
    if (!/parameter_declaration$/.test(child.type)) continue;
    const base = specifiedType(child, context);
    const declarator = childOf(child, 'declarator');
    const type =
      declarator === undefined ? base : resolveDeclarator(declarator, base, context).type;
    if (type.kind !== 'void') types.push(decayed(type));
  }
  return types;
}

/** An array or function as a parameter is a pointer. */
export function decayed(type: CType): CType {
  if (type.kind === 'array') return { kind: 'pointer', to: type.of };
  if (type.kind === 'function') return { kind: 'pointer', to: type };
  return type;
}
