import { childOf, descendants, type SyntaxNode } from '../../../code/syntax/syntax.ts';
import type { FoundIn } from './mechanical-fix.ts';
import { declarerOfMember, isVisible } from './members.ts';
import { declarationBy, declarersOf, macrosOf, outsideOf } from './names.ts';
import { functionAround } from './nodes.ts';

/** What the file shows of the type of an expression. */
interface ShownType {
  /** What the declaration begins with, without `const`: a type of the language, or a name. */
  readonly base: SyntaxNode;
  /** How often the value can be dereferenced. */
  readonly depth: number;
}

/**
 * Whether a value can go to a function as one of further arguments that are printed by `%s`. There a conversion that a
 * class has is not made. In C a value that is not shown to be something else is a pointer.
 */
export function canBePrinted(found: FoundIn, value: SyntaxNode): boolean {
  if (found.language === 'cpp') return isCharAddress(found, value);
  const type = shownType(found, value);
  return type === undefined || type.base.type === 'type_identifier' || isOfChars(found, type);
}

/** Whether a value is shown to be an address of characters, and no object that could only be converted to one. */
function isCharAddress(found: FoundIn, value: SyntaxNode): boolean {
  const { tree } = found;
  if (/^(?:string_literal|raw_string_literal)$/.test(value.type))
    return /^R?"/.test(tree.textOf(value));
  if (value.type === 'concatenated_string')
    return value.children.every((each) => isCharAddress(found, each));
  if (value.type === 'conditional_expression') {
    const [yes, no] = [childOf(value, 'consequence'), childOf(value, 'alternative')];
    return [yes, no].every((each) => each !== undefined && isCharAddress(found, each));
  }
  if (isTextOfString(found, value)) return true;
  const type = shownType(found, value);
  return type !== undefined && isOfChars(found, type);
}

function isOfChars({ tree }: FoundIn, { base, depth }: ShownType): boolean {
  return depth === 1 && /^(?:(?:(?:un)?signed\s+)?char|u?int8_t)$/.test(tree.textOf(base));
}

/** Whether a value is shown to be a pointer, or a number. */
export function isPointerOrNumber(found: FoundIn, value: SyntaxNode): boolean {
  const type = shownType(found, value);
  return type !== undefined && (type.depth > 0 || isPrimitive(type.base));
}

function isPrimitive({ type }: SyntaxNode): boolean {
  return /^(?:primitive_type|sized_type_specifier)$/.test(type);
}

/** The type of an expression; undefined where an operator or a function of a class could be meant. */
export function shownType(found: FoundIn, value: SyntaxNode): ShownType | undefined {
  const inner = (node: SyntaxNode | undefined, by: number): ShownType | undefined => {
    const type = node === undefined ? undefined : shownType(found, node);
    const depth = (type?.depth ?? 0) + by;
    return type === undefined || depth < 0 ? undefined : { base: type.base, depth };
  };
  switch (value.type) {
    case 'identifier':
      return typeOf(declarerOfVariable(found, value));
    case 'field_expression':
      return typeOf(declarerOfMember(found, value));
    case 'parenthesized_expression':
      return value.children.length === 1 ? inner(value.children[0], 0) : undefined;
    case 'subscript_expression':
      return inner(childOf(value, 'argument'), -1);
    case 'pointer_expression':
      return inner(childOf(value, 'argument'), childOf(value, 'operator')?.type === '*' ? -1 : 1);
    case 'cast_expression':
      return castTo(childOf(value, 'type'));
    case 'binary_expression': {
      // Another class could add itself to a pointer.
      const isOffset = childOf(value, 'right')?.type === 'number_literal';
      const operator = childOf(value, 'operator')?.type ?? '';
      const type = inner(childOf(value, 'left'), 0);
      return isOffset && /^[+-]$/.test(operator) && (type?.depth ?? 0) > 0 ? type : undefined;
    }
    default:
      return undefined;
  }
}

function castTo(type: SyntaxNode | undefined): ShownType | undefined {
  const base = type === undefined ? undefined : childOf(type, 'type');
  const declarator = type === undefined ? undefined : childOf(type, 'declarator');
  const isPointer =
    declarator?.type === 'abstract_pointer_declarator' &&
    childOf(declarator, 'declarator') === undefined;
  return base !== undefined && isPointer ? { base, depth: 1 } : undefined;
}

/** What declares a variable that an identifier names, where exactly one declaration can be meant. */
function declarerOfVariable(found: FoundIn, use: SyntaxNode): SyntaxNode | undefined {
  const { tree } = found;
  const around = functionAround(use);
  const name = tree.textOf(use);
  if (around === undefined || macrosOf(tree).has(name)) return undefined;
  const local = declarersOf(tree, around, name);
  const [declarer, ...others] = local.length > 0 ? local : outsideOf(tree, name);
  const declaration = declarer === undefined ? undefined : declarationBy(declarer);
  if (declaration === undefined || others.length > 0) return undefined;
  if (local.length > 0) return isVisible(around, declaration, use) ? declarer : undefined;
  // A member of the class, or a name of the namespace, hides what is outside.
  const isPlain = around.parent === tree.root && !isQualified(around);
  const isGlobal = declaration.type === 'declaration' && declaration.parent === tree.root;
  return isPlain && isGlobal && declaration.start < use.start ? declarer : undefined;
}

function isQualified(definition: SyntaxNode): boolean {
  const head = descendants(definition).find(({ type }) => type === 'function_declarator');
  return head === undefined || childOf(head, 'declarator')?.type !== 'identifier';
}

function typeOf(declarer: SyntaxNode | undefined): ShownType | undefined {
  const declaration = declarer === undefined ? undefined : declarationBy(declarer);
  const base = declaration === undefined ? undefined : childOf(declaration, 'type');
  if (declarer === undefined || base === undefined) return undefined;
  let depth = 0;
  for (let at = declarer.parent; at !== declaration; at = at?.parent) {
    if (/^(?:pointer|array)_declarator$/.test(at?.type ?? '')) depth += 1;
    else if (!/^(?:init|reference)_declarator$/.test(at?.type ?? '')) return undefined;
  }
  return { base, depth };
}

/** Whether an expression is `text.c_str()` or `text.data()` of a variable that is declared as a string of the library. */
function isTextOfString(found: FoundIn, call: SyntaxNode): boolean {
  const { tree } = found;
  const called = call.type === 'call_expression' ? childOf(call, 'function') : undefined;
  const [owner, method] = [
    called && childOf(called, 'argument'),
    called && childOf(called, 'field'),
  ];
  if (called?.type !== 'field_expression' || owner === undefined || method === undefined)
    return false;
  if (!/^(?:c_str|data)$/.test(tree.textOf(method))) return false;
  if (owner.type === 'call_expression') {
    const made = childOf(owner, 'function');
    return made !== undefined && /^std::(?:string|to_string)$/.test(tree.textOf(made));
  }
  const type = shownType(found, owner);
  const depth = childOf(called, 'operator')?.type === '->' ? 1 : 0;
  if (type?.depth !== depth) return false;
  const name = tree.textOf(type.base);
  const isUsed = /\busing\s+(?:namespace\s+std|std::string)\s*;/.test(tree.text);
  return /^std::string(?:_view)?$/.test(name) || (name === 'string' && isUsed);
}
