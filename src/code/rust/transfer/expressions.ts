import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import { lastSegment, lastTwo, pathText } from '../items/path.ts';
import { integerType, pointee, type RustType, simpleType, typeOf } from '../items/types.ts';
import { limitOf } from '../ranges/constants.ts';
import {
  exactly,
  type IntegerRange,
  isWithin,
  onlyNumber,
  rangeOfInteger,
  rangeOfType,
} from '../ranges/integer-range.ts';
import { appliedRange, castRange } from '../ranges/range-arithmetic.ts';
import { compare } from '../state/conditions.ts';
import { bothHold, eitherHolds } from '../state/facts.ts';
import { joinTaint, propagate } from '../state/taint.ts';
import {
  assumedOf,
  constantValue,
  madeFrom,
  type RangeEnds,
  type RustValue,
  truncateText,
  UNKNOWN,
  UNKNOWN_NUMBER,
  withAssumed,
} from '../state/value.ts';
import { rangeAt } from '../state/value-range.ts';
import type { RustWalk } from '../state/walk.ts';
import { stringContent } from './literals.ts';

/** A name: a variable, a constant of the file, or something imported. */
export function identifier(walk: RustWalk, node: SyntaxNode): RustValue {
  const name = walk.text(node);
  const binding = walk.scopes.find(name);
  if (binding === undefined) return globalValue(walk, name);
  binding.uses.push(node);
  const how = walk.lostBy(binding);
  const held = { ...binding.value, place: binding.place };
  const value =
    how === undefined ? held : withAssumed({ ...held, ...UNKNOWN_NUMBER, isConverted: true }, how);
  return walk.facts.has('valid', binding.place) ? { ...value, taint: undefined } : value;
}

function globalValue(walk: RustWalk, name: string): RustValue {
  if (name === 'None') return constantValue({ variant: 'none' });
  const global = walk.file.globalNamed(name);
  if (global === undefined) {
    return /^[A-Z][A-Z0-9_]+$/.test(name) ? constantValue({ place: name }) : UNKNOWN;
  }
  const literal = global.value !== undefined && /string_literal$/.test(global.value.type);
  const fixed = global.kind !== 'static mut';
  const integer = walk.constantNamed(name);
  return {
    ...UNKNOWN,
    number: integer === undefined ? undefined : Number(integer),
    range: integer === undefined ? undefined : exactly(integer),
    constant: fixed,
    place: name,
    type: global.type,
    text: literal && fixed && global.value ? stringContent(walk.text(global.value)) : undefined,
  };
}

/** `Type::CONSTANT`, `Enum::Variant`, `module::function` */
export function scopedIdentifier(walk: RustWalk, node: SyntaxNode): RustValue {
  const path = walk.file.imports.resolve(pathText(walk.file.tree, node));
  const integer = /(?:^|::)([iu](?:8|16|32|64|128|size))::M(?:AX|IN)$/.exec(path)?.[1];
  const type = integer === undefined ? undefined : simpleType(integer);
  const value = limitOf(path) ?? ownConstant(walk, path);
  const range = value === undefined ? undefined : exactly(value);
  return constantValue({ type, made: lastTwo(path), range });
}

/** `Self::LIMIT`, of this file. */
function ownConstant(walk: RustWalk, path: string): bigint | undefined {
  const [, name] = /^(?:Self|self)::(\w+)$/.exec(path) ?? [];
  return name === undefined ? undefined : walk.constantNamed(name);
}

export function selfValue(walk: RustWalk): RustValue {
  return { ...UNKNOWN, place: 'self', type: simpleType(walk.fn.owner) };
}

export function fieldExpression(walk: RustWalk, node: SyntaxNode): RustValue {
  const baseNode = childOf(node, 'value');
  const fieldNode = childOf(node, 'field');
  if (baseNode === undefined || fieldNode === undefined) return UNKNOWN;
  return fieldOf(walk, walk.evaluate(baseNode), walk.text(fieldNode));
}

export function fieldOf(walk: RustWalk, base: RustValue, field: string): RustValue {
  const tuple = pointee(base.type)?.kind === 'tuple' ? pointee(base.type)?.inner : undefined;
  const type = tuple?.[Number(field)] ?? walk.fieldType(base.type, field);
  const place = base.place === '' ? '' : `${base.place}.${field}`;
  const taint = walk.facts.has('valid', place) ? undefined : base.taint;
  const isOwn = walk.file.fieldType(base.type, field) !== undefined;
  const length = walk.arrayLength(type, isOwn);
  return { ...UNKNOWN, place, type, taint, length, ...madeFrom([base]) };
}

export function referenceExpression(walk: RustWalk, node: SyntaxNode): RustValue {
  const inner = childOf(node, 'value');
  const value = inner === undefined ? UNKNOWN : walk.evaluate(inner);
  const mutable = node.children.some((child) => child.type === 'mutable_specifier');
  const binding = mutable ? walk.bindingAt(value, inner) : undefined;
  if (binding !== undefined) walk.lose(binding, 'havocked');
  if (value.type === undefined) return value;
  const type: RustType = {
    kind: 'reference',
    name: '',
    path: '',
    inner: [value.type],
    mutable,
    text: `&${value.type.text}`,
  };
  return { ...value, type };
}

export function binaryExpression(walk: RustWalk, node: SyntaxNode): RustValue {
  const leftNode = childOf(node, 'left');
  const rightNode = childOf(node, 'right');
  const operatorNode = childOf(node, 'operator');
  if (leftNode === undefined || rightNode === undefined) return UNKNOWN;
  const operator = operatorNode === undefined ? '' : walk.text(operatorNode);
  const left = walk.evaluate(leftNode);
  if (operator === '&&' || operator === '||') {
    const before = walk.facts;
    walk.learn(operator === '&&' ? left.condition.whenTrue : left.condition.whenFalse);
    const right = walk.perhaps(() => walk.evaluate(rightNode));
    walk.facts = before;
    const combine = operator === '&&' ? bothHold : eitherHolds;
    return {
      ...UNKNOWN,
      type: simpleType('bool'),
      condition: combine(left.condition, right.condition),
      assumed: assumedOf([left, right]),
    };
  }
  return combine(walk, operator, left, walk.evaluate(rightNode), node);
}

/** The result of an operator other than `&&` and `||`; arithmetic is recorded. */
export function combine(
  walk: RustWalk,
  operator: string,
  left: RustValue,
  right: RustValue,
  node: SyntaxNode,
): RustValue {
  if (/^(?:[<>]=?|[!=]=)$/.test(operator)) {
    const condition = compare(operator, left, right, node, walk.facts);
    walk.events.comparisons.push({ ...walk.eventContext(), node, operator, left, right });
    return { ...UNKNOWN, type: simpleType('bool'), condition, assumed: assumedOf([left, right]) };
  }
  const taint = joinTaint(left.taint, right.taint);
  const isText = [left, right].some((side) =>
    /^(?:str|String)$/.test(pointee(side.type)?.name ?? ''),
  );
  if (operator === '+' && (isText || left.text !== undefined)) {
    return {
      ...UNKNOWN,
      type: simpleType('String'),
      text: truncateText(`${left.text ?? '\0'}${right.text ?? '\0'}`),
      constant: left.constant && right.constant,
      taint: taint && propagate(taint, node, walk.fn.name, 'it is put together with other text'),
      ...madeFrom([left, right]),
    };
  }
  walk.events.arithmetic.push({ ...walk.eventContext(), node, operator, left, right });
  const bounded = operator === '&' || operator === '%' || operator === '>>';
  return {
    ...UNKNOWN,
    type: left.type ?? right.type,
    constant: left.constant && right.constant,
    number: fold(operator, left.number, right.number),
    ...integerResult(walk, operator, left, right),
    made: operator,
    taint: bounded ? undefined : taint,
    ...madeFrom([left, right]),
  };
}

/** The range of a result, and whether it goes through it as an operand goes through its own. */
function integerResult(
  walk: RustWalk,
  operator: string,
  left: RustValue,
  right: RustValue,
): Pick<RustValue, 'range' | 'attains'> {
  const [a, b] = [rangeAt(walk.facts, left), rangeAt(walk.facts, right)];
  const type = integerType(pointee(left.type ?? (SHIFTS.has(operator) ? undefined : right.type)));
  const range = a === undefined || b === undefined ? undefined : appliedRange(operator, a, b, type);
  if (operator !== '+' && operator !== '-') return { range, attains: undefined };
  if (onlyNumber(b) !== undefined) return { range, attains: left.attains };
  return { range, attains: onlyNumber(a) === undefined ? undefined : right.attains };
}

const SHIFTS = new Set(['<<', '>>']);

function fold(
  operator: string,
  left: number | undefined,
  right: number | undefined,
): number | undefined {
  if (left === undefined || right === undefined) return undefined;
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    default:
      return undefined;
  }
}

export function castExpression(walk: RustWalk, node: SyntaxNode): RustValue {
  const valueNode = childOf(node, 'value');
  const typeNode = childOf(node, 'type');
  if (valueNode === undefined || typeNode === undefined) return UNKNOWN;
  const value = walk.evaluate(valueNode);
  const type = typeOf(walk.file.tree, typeNode, walk.file.imports);
  walk.events.casts.push({ ...walk.eventContext(), node, value, type });
  const narrower = (integerType(type)?.bits ?? 0) < (integerType(pointee(value.type))?.bits ?? 0);
  return {
    ...value,
    ...castNumber(walk, value, type),
    type,
    place: narrower ? '' : value.place,
    ...madeFrom([value]),
  };
}

/** What `as` makes of a number. */
function castNumber(
  walk: RustWalk,
  value: RustValue,
  type: RustType,
): Pick<RustValue, 'range' | 'isConverted' | 'attains' | 'number'> {
  const to = integerType(type);
  if (to === undefined) return { ...UNKNOWN_NUMBER, number: value.number };
  const before = value.range ?? sourceRange(value.type);
  const fits = before !== undefined && isWithin(before, rangeOfInteger(to));
  const isConverted = value.isConverted || !fits;
  const range = castRange(rangeAt(walk.facts, value), to);
  return { range, isConverted, attains: fits ? value.attains : undefined, number: value.number };
}

/** What values may be that can be cast to integers. */
function sourceRange(type: RustType | undefined): IntegerRange | undefined {
  const at = pointee(type);
  if (at?.name === 'bool') return { lo: 0n, hi: 1n };
  if (at?.name === 'char') return { lo: 0n, hi: 0x10ffffn };
  return rangeOfType(at);
}

export function indexExpression(walk: RustWalk, node: SyntaxNode): RustValue {
  const [baseNode, indexNode] = node.children.filter((child) => child.named);
  if (baseNode === undefined || indexNode === undefined) return UNKNOWN;
  const base = walk.evaluate(baseNode);
  const index = walk.evaluate(indexNode);
  walk.events.indexes.push({ ...walk.eventContext(), node, base, index, indexNode });
  const type = pointee(base.type);
  const whole = index.type?.name === 'Range';
  const list = type?.kind === 'slice' || type?.kind === 'array' || type?.name === 'Vec';
  const taint = base.taint;
  const element = list ? type?.inner[0] : undefined;
  const place = base.place === '' || whole ? '' : `${base.place}[${index.place}]`;
  return { ...UNKNOWN, taint, type: whole ? base.type : element, place, ...madeFrom([base]) };
}

/** `a..b`; its length is known when both ends are. */
export function rangeExpression(walk: RustWalk, node: SyntaxNode): RustValue {
  const ends = node.children.filter((child) => child.named).map((child) => walk.evaluate(child));
  const [low, high] = ends;
  const inclusive = node.children.some((child) => child.type === '..=');
  const taint = ends.map((end) => end.taint).reduce(joinTaint, undefined);
  const length =
    ends.length === 2 && low?.number !== undefined && high?.number !== undefined
      ? high.number - low.number + (inclusive ? 1 : 0)
      : undefined;
  const inner = ends.flatMap((end) => (end.type === undefined ? [] : [end.type]));
  const constant = ends.every((end) => end.constant);
  const type = simpleType('Range', inner.slice(0, 1));
  const reach = rangeEnds(walk, node, ends, inclusive);
  return { ...UNKNOWN, taint, constant, length, type, ends: reach, ...madeFrom(ends) };
}

function rangeEnds(
  walk: RustWalk,
  node: SyntaxNode,
  ends: readonly RustValue[],
  inclusive: boolean,
): RangeEnds {
  const [first, second] = ends.map((end) => rangeAt(walk.facts, end));
  const startsOpen = /^\.\./.test(walk.text(node));
  const to = startsOpen ? first : second;
  return {
    from: startsOpen ? exactly(0n) : first,
    to: to && inclusive ? { lo: to.lo + 1n, hi: to.hi + 1n } : to,
  };
}

export function structExpression(walk: RustWalk, node: SyntaxNode): RustValue {
  const nameNode = childOf(node, 'name');
  const written = nameNode === undefined ? '' : lastSegment(pathText(walk.file.tree, nameNode));
  const struct = written === 'Self' ? walk.fn.owner : written;
  const values: RustValue[] = [];
  for (const field of childOf(node, 'body')?.children ?? []) {
    const fieldName = childOf(field, 'field');
    const valueNode =
      childOf(field, 'value') ??
      field.children.find(({ named, type }) => named && type !== 'attribute_item');
    if (valueNode === undefined) continue;
    const value = walk.evaluate(valueNode);
    values.push(value);
    if (field.type === 'base_field_initializer') continue;
    const name = walk.text(fieldName ?? valueNode);
    walk.events.initialisers.push({ ...walk.eventContext(), node: field, struct, name, value });
  }
  return { ...UNKNOWN, type: simpleType(struct), ...madeFrom(values) };
}

export function arrayExpression(walk: RustWalk, node: SyntaxNode): RustValue {
  const lengthNode = childOf(node, 'length');
  const items = node.children.filter((child) => child.named && child !== lengthNode);
  const values = items.map((child) => walk.evaluate(child));
  const length = lengthNode === undefined ? values.length : lengthOf(walk.evaluate(lengthNode));
  return listValue(values, length, 'array');
}

/** A number of elements. */
function lengthOf({ number, range }: RustValue): number | undefined {
  const only = onlyNumber(range);
  return number ?? (only === undefined ? undefined : Number(only));
}

export function listValue(
  values: readonly RustValue[],
  length: number | undefined,
  kind: 'array' | 'Vec',
): RustValue {
  const inner = values
    .flatMap((value) => (value.type === undefined ? [] : [value.type]))
    .slice(0, 1);
  const type: RustType =
    kind === 'Vec'
      ? simpleType('Vec', inner)
      : { kind: 'array', name: '', path: '', inner, mutable: false, text: '[]' };
  return {
    ...UNKNOWN,
    type,
    length,
    constant: values.every((value) => value.constant),
    taint: values.map((value) => value.taint).reduce(joinTaint, undefined),
    ...madeFrom(values),
  };
}

export function tupleExpression(walk: RustWalk, node: SyntaxNode): RustValue {
  const values = node.children.filter((child) => child.named).map((child) => walk.evaluate(child));
  const taint = values.map((value) => value.taint).reduce(joinTaint, undefined);
  return { ...UNKNOWN, taint, ...madeFrom(values) };
}

export function parenthesized(walk: RustWalk, node: SyntaxNode): RustValue {
  const inner = node.children.find((child) => child.named);
  return inner === undefined ? UNKNOWN : walk.evaluate(inner);
}
