import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import type { CallExpr, Expr } from '../ir/ast.ts';
import { constantOf } from '../ir/constants.ts';
import { constructedType, libraryReturnType } from '../ir/library-types.ts';
import { type CType, INT, pointee, UNKNOWN } from '../ir/types.ts';
import { lowerArguments } from './lower-arguments.ts';
import { castStyle, lowerNamedCast, lowerParenthesisedCast } from './lower-cast.ts';
import { numberAt } from './lower-literal.ts';
import { lowerMember } from './lower-member.ts';
import type { LoweringContext } from './lowering-context.ts';
import { expandExpression } from './macro-expansion.ts';
import { opaque } from './opaque.ts';
import { binary } from './operations.ts';

/** A call of a function, a method or a macro; also C++'s named casts, which are written as calls. */
export function lowerCall(node: SyntaxNode, context: LoweringContext): Expr {
  const callee = childOf(node, 'function');
  if (callee === undefined) return opaque(node, context, []);
  const args = (childOf(node, 'arguments')?.children ?? []).filter((child) => child.named);
  const name = calledName(callee, context);
  if (TYPES_ONLY.test(name)) {
    for (const arg of args) context.touch(arg);
    return opaque(node, context, []);
  }
  if (name === '__builtin_constant_p') return constantTest(node, args, context);
  const style = castStyle(name);
  if (style !== undefined) return lowerNamedCast(node, callee, args, style, context);
  const [invoked, ...passed] = args;
  if (name === 'invoke' && invoked !== undefined && context.textOf(callee).startsWith('std::'))
    return directCall(node, invoked, context.textOf(invoked), passed, context);
  const bound = arrayBound(node, callee, name, args, context);
  if (bound !== undefined) return bound;
  const cast = lowerParenthesisedCast(node, callee, args, context);
  if (cast !== undefined) return cast;
  if (callee.type === 'field_expression') return methodCall(node, callee, args, context);
  if (callee.type !== 'identifier' || context.lookup(name) !== undefined)
    return directCall(node, callee, name, args, context);
  const owner = context.classOfMethod(name);
  if (owner !== undefined) return ownMethodCall(node, callee, owner, args, context);
  const macro = context.source.args.has(name) ? undefined : context.macro(name, callee);
  const expanded =
    macro?.parameters === undefined ? undefined : expandExpression(macro, node, args, context);
  if (expanded !== undefined) return expanded;
  const renames = macro?.parameters === undefined && /^[A-Za-z_]\w*$/.test(macro?.body ?? '');
  const call = directCall(node, callee, (renames ? macro?.body : undefined) ?? name, args, context);
  const isMacro = context.isMacro(name) || (CAPITALS.test(name) && !context.isDeclared(name));
  return call.kind === 'call' && isMacro ? { ...call, isMacro: true } : call;
}

/** `std::begin(a)`, `std::end(a)` and `std::size(a)` of an array: its first element, the place behind its last, their number. */
function arrayBound(
  node: SyntaxNode,
  callee: SyntaxNode,
  name: string,
  args: readonly SyntaxNode[],
  context: LoweringContext,
): Expr | undefined {
  const [only] = args;
  if (!/^(?:c?begin|c?end|size)$/.test(name) || only === undefined || args.length > 1)
    return undefined;
  if (!/^(?:::)?std::/.test(context.textOf(callee))) return undefined;
  const array = context.lower(only);
  if (array.type.kind !== 'array' || array.type.length === undefined) return undefined;
  if (name.endsWith('begin')) return array;
  const length = numberAt(node, context, array.type.length, INT);
  return name === 'size' ? length : binary(node, '+', array, length, context);
}

/** What asks for the types of its operands, and runs none of them. */
const TYPES_ONLY =
  /^(?:(?:__)?typeof(?:__|_unqual)?|__builtin_types_compatible_p|__builtin_object_size|__builtin_dynamic_object_size|_?_?alignof_?_?|_Alignof)$/;

/** Whether the compiler knows a value: of a number or a text it does, of all else it may. The operand is not evaluated. */
function constantTest(
  node: SyntaxNode,
  args: readonly SyntaxNode[],
  context: LoweringContext,
): Expr {
  const [arg] = lowerArguments(args, context);
  const isKnown = arg?.kind === 'string' || (arg !== undefined && constantOf(arg) !== undefined);
  return isKnown ? numberAt(node, context, 1, INT) : opaque(node, context, []);
}

/** How macros are named by convention; one that nothing declares comes from a header that is not there. */
const CAPITALS = /^[A-Z][A-Z0-9_]{2,}$/;

function calledName(callee: SyntaxNode, context: LoweringContext): string {
  if (callee.type === 'identifier') return context.textOf(callee);
  const named = callee.type === 'template_function' ? (childOf(callee, 'name') ?? callee) : callee;
  return context
    .textOf(named)
    .replace(/\s+/g, '')
    .replace(/^(?:::)?(?:std::)?/, '')
    .replace(/^(?:\w+::)+(?=\w+$)/, (qualifier, at, whole: string) =>
      context.symbols.imported.has(whole.slice(at + qualifier.length)) ? '' : qualifier,
    );
}

function directCall(
  node: SyntaxNode,
  calleeNode: SyntaxNode,
  called: string,
  argNodes: readonly SyntaxNode[],
  context: LoweringContext,
): Expr {
  const callee = context.lower(calleeNode);
  // A macro may make the name of another one, which then has these arguments.
  if (calleeNode.type === 'call_expression' && callee.kind === 'name') {
    const macro = context.macro(callee.name, calleeNode);
    const expanded =
      macro?.parameters === undefined
        ? undefined
        : expandExpression(macro, node, argNodes, context);
    if (expanded !== undefined) return expanded;
  }
  // In a macro the callee may be a parameter, which stands for what the use names.
  const isParameter = context.source.args.has(called);
  const spelled = isParameter ? (callee.kind === 'name' ? callee.name : '') : called;
  const plain =
    /^[\p{L}_$][\p{L}\p{N}_$:]*$/u.test(spelled) &&
    (callee.kind !== 'name' || callee.variable === undefined);
  const name = plain ? withoutBuiltin(context.linkerName(spelled)) : calledThrough(callee, context);
  const made =
    callee.kind === 'name' && callee.variable === undefined
      ? constructedType(callee.name)
      : undefined;
  const type = made ?? returnType(callee.type, name, context);
  const args = lowerArguments(argNodes, context);
  const { start, end } = context.span(node);
  return { kind: 'call', callee, name, args, receiver: undefined, type, start, end };
}

/** The function that `(f)`, `(*f)`, `(0, f)` or a cast of one calls, where nothing else can be; else ''. */
function calledThrough(callee: Expr, context: LoweringContext): string {
  switch (callee.kind) {
    case 'name':
      return callee.variable === undefined && /^\w+$/.test(callee.name)
        ? context.linkerName(callee.name)
        : '';
    case 'deref':
    case 'address':
    case 'cast':
      return calledThrough(callee.operand, context);
    case 'binary':
      return callee.op === ',' ? calledThrough(callee.right, context) : '';
    default:
      return '';
  }
}

const BUILTIN =
  /^__builtin_(?:__)?((?:str|stp|mem)\w+?|alloca|malloc|calloc|realloc|free|abort|exit|printf|sprintf|snprintf)(?:_chk)?$/;

/** `__builtin_strcpy` is `strcpy`; the checked form of it has one more argument at the end. */
function withoutBuiltin(name: string): string {
  const plain = name.startsWith('__builtin_') ? BUILTIN.exec(name)?.[1] : undefined;
  return plain === undefined || name.endsWith('printf_chk') ? name : plain;
}

/** A method of the class around, called without a receiver: no function of the C library. */
function ownMethodCall(
  node: SyntaxNode,
  calleeNode: SyntaxNode,
  owner: string,
  argNodes: readonly SyntaxNode[],
  context: LoweringContext,
): CallExpr {
  const { symbols } = context;
  const plain = context.textOf(calleeNode);
  const name = `${owner}::${plain}`;
  const type = (symbols.function(name) ?? symbols.function(plain))?.returns ?? UNKNOWN;
  const callee: Expr = {
    kind: 'name',
    name,
    variable: undefined,
    type,
    ...context.span(calleeNode),
  };
  const args = lowerArguments(argNodes, context);
  const { start, end } = context.span(node);
  return { kind: 'call', callee, name, args, receiver: undefined, type, start, end };
}

function methodCall(
  node: SyntaxNode,
  calleeNode: SyntaxNode,
  argNodes: readonly SyntaxNode[],
  context: LoweringContext,
): Expr {
  const callee = lowerMember(calleeNode, context);
  const args = lowerArguments(argNodes, context);
  // In C a call through a member is a function pointer; only C++ has methods.
  const isPointer = !context.hasMethods || callee.type.kind === 'pointer';
  const { start, end } = context.span(node);
  return {
    kind: 'call',
    callee,
    name: isPointer ? '' : callee.name,
    args,
    receiver: isPointer ? undefined : callee.base,
    type: returnType(callee.type, '', context),
    start,
    end,
  };
}

function returnType(type: CType, name: string, { symbols }: LoweringContext): CType {
  if (type.kind === 'function') return type.returns;
  const target = pointee(type);
  return target?.kind === 'function' ? target.returns : libraryReturnType(name, symbols.dataModel);
}
