import type { CallExpr, Expr } from '../../code/c/ir/ast.ts';
import type { CType } from '../../code/c/ir/types.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { nameOfType } from './containers.ts';

/** Classes of the library that destroy what they hold, together with themselves. */
const OWNERS =
  /^(?:(?:w|u8|u16|u32)?string|basic_string<.*|(?:vector|deque|(?:forward_)?list|array|(?:unordered_)?(?:multi)?(?:map|set)|optional|unique_ptr|variant|tuple|pair)<.*|(?:filesystem|fs)::path|[io]?stringstream)$/s;

/** Whether an object of a class holds its elements itself; of a reference to one that is not said. */
export function isOwner(type: CType): boolean {
  return type.kind === 'unknown' && OWNERS.test(nameOfType(type));
}

export function isStringType(type: CType): boolean {
  return type.kind === 'unknown' && /^(?:w|u8|u16|u32)?string$/.test(nameOfType(type));
}

/** Whether an expression makes an object that is destroyed at the end of its statement, unless a reference takes it. */
export function isTemporaryObject(expr: Expr, unit: TranslationUnit): boolean {
  if (expr.kind === 'cast') return isTemporaryCast(expr, unit);
  if (expr.kind === 'initlist') return expr.type.kind === 'record';
  if (expr.kind === 'binary') return expr.op === '+' && isJoined(expr, unit);
  if (expr.kind === 'conditional') return isMixed(expr, unit);
  if (expr.kind !== 'call' || expr.isMacro === true) return false;
  return isOwner(expr.type) || expr.type.kind === 'record' || isMade(expr, unit);
}

function isTemporaryCast(expr: Expr & { kind: 'cast' }, unit: TranslationUnit): boolean {
  if (expr.type.kind === 'pointer') return false;
  const isMadeAnew = isOwner(expr.type) && /^(?:static_cast|c|function)$/.test(expr.style);
  return isMadeAnew || isTemporaryObject(expr.operand, unit);
}

/** `text + "."`: one of the two is a string. */
function isJoined(expr: Expr & { kind: 'binary' }, unit: TranslationUnit): boolean {
  return [expr.left, expr.right].some(
    (side) => isStringType(referred(side.type)) || isTemporaryObject(side, unit),
  );
}

/** `known ? name : "none"`: where one side is a string and the other a literal, the value is a new string. */
function isMixed(expr: Expr & { kind: 'conditional' }, unit: TranslationUnit): boolean {
  const sides = [expr.then ?? expr.condition, expr.otherwise];
  if (sides.some((side) => isTemporaryObject(side, unit))) return true;
  return (
    sides.some((side) => side.kind === 'string') &&
    sides.some((side) => isStringType(referred(side.type)))
  );
}

/** Methods of classes that are not seen, which give an object of their own by the documentation of their library. */
const MAKERS =
  /^(?:toStdString|toUtf8|toLatin1|toLocal8Bit|toStdWString|generic_(?:w|u8)?string|lexically_(?:normal|relative|proximate)|parent_path|root_path|relative_path)$/;

function isMade(call: CallExpr, unit: TranslationUnit): boolean {
  const { receiver, name, callee, args } = call;
  if (receiver !== undefined) {
    if (callee.kind !== 'member' || call.type.kind === 'pointer') return false;
    if (MAKERS.test(name)) return true;
    const of = nameOfType(receiver.type);
    if (name === 'substr') return isStringType(referred(receiver.type));
    if (name === 'str' && args.length === 0) return /^[io]?stringstream$/.test(of);
    return (
      /^(?:filesystem|fs)::path$/.test(of) &&
      /^(?:(?:w|u8)?string|filename|stem|extension)$/.test(name)
    );
  }
  if (callee.kind !== 'name' || callee.variable !== undefined) return false;
  if (
    /^(?:std::)?(?:(?:filesystem|fs)::path|to_w?string|(?:fmt::|std::)v?format)$/.test(callee.name)
  )
    return true;
  if (/^(?:basic_)?string$/.test(name)) return true;
  const declared = unit.symbols.function(name);
  // The constructor of a class has its name.
  if (unit.symbols.record(name) !== undefined) return callee.name.endsWith(name);
  return (
    declared !== undefined && (isOwner(declared.returns) || declared.returns.kind === 'record')
  );
}

export function referred(type: CType): CType {
  return type.kind === 'pointer' && type.reference === true ? type.to : type;
}
