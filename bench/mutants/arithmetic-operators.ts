import type { SyntaxNode } from '../../src/code/syntax/syntax.ts';
import {
  childNamed,
  type Edit,
  namedChildren,
  type Operator,
  operatorOf,
  type Place,
  replace,
} from './edit.ts';

const SUFFIX = /(?<=[\dA-Fa-f])_?(?:[iu](?:8|16|32|64|size))$/;

/** An integer literal as a number; undefined for those that need more than 53 bits. */
function integerOf(node: SyntaxNode, { tree }: Place): number | undefined {
  if (node.type !== 'integer_literal') return undefined;
  const value = Number(tree.textOf(node).replace(SUFFIX, '').replaceAll('_', ''));
  return Number.isSafeInteger(value) ? value : undefined;
}

/** The same literal with another value, its suffix kept. */
function literal(node: SyntaxNode, { tree }: Place, value: number): Edit {
  const text = tree.textOf(node);
  const suffix = SUFFIX.exec(text)?.[0] ?? '';
  return replace(node, `${/^0x/i.test(text) ? `0x${value.toString(16)}` : value}${suffix}`);
}

function exchange(pairs: Readonly<Record<string, string>>): Operator {
  return (node) => {
    if (!/^(?:binary|compound_assignment)_expr/.test(node.type)) return [];
    const token = operatorOf(node);
    const other = token === undefined ? undefined : pairs[token.type];
    return token === undefined || other === undefined ? [] : [replace(token, other)];
  };
}

/** Another name for a method, by its last segment. */
function renameMethod(pairs: Readonly<Record<string, string>>): Operator {
  return (node, { tree }) => {
    const method = node.type === 'field_expression' ? childNamed(node, 'field') : undefined;
    if (method === undefined || node.field !== 'function') return [];
    const other = pairs[tree.textOf(method)];
    return other === undefined ? [] : [replace(method, other)];
  };
}

function offByOne(node: SyntaxNode, { tree }: Place): readonly Edit[] {
  const add = (at: SyntaxNode) => replace(at, `(${tree.textOf(at)} + 1)`);
  const drop = (at: SyntaxNode) => replace(at, `(${tree.textOf(at)} - 1)`);
  if (node.type === 'index_expression') {
    const [, index] = namedChildren(node);
    return index === undefined || index.type === 'range_expression'
      ? []
      : [add(index), drop(index)];
  }
  if (node.type !== 'range_expression') return [];
  const token = node.children.find(({ type }) => type === '..' || type === '..=');
  if (token === undefined) return [];
  const ends = namedChildren(node).flatMap((end) => [add(end), drop(end)]);
  const hasEnd = node.children.at(-1) !== token;
  return hasEnd ? [...ends, replace(token, token.type === '..' ? '..=' : '..')] : ends;
}

function wrongConstant(node: SyntaxNode, place: Place): readonly Edit[] {
  if (node.type === 'char_literal') {
    const [, prefix = '', letter = ''] =
      /^(b?)'([ -&(-[\]-}])'$/.exec(place.tree.textOf(node)) ?? [];
    if (letter === '') return [];
    return [replace(node, `${prefix}'${String.fromCharCode(letter.charCodeAt(0) ^ 1)}'`)];
  }
  const value = integerOf(node, place);
  const isShift = /^(?:<<|>>)=?$/.test(operatorOf(node.parent ?? node)?.type ?? '');
  if (value === undefined || value < 2 || (isShift && node.field === 'right')) return [];
  return [literal(node, place, value + 1), literal(node, place, value - 1)];
}

function shiftByOne(node: SyntaxNode, place: Place): readonly Edit[] {
  const token = operatorOf(node);
  const amount = childNamed(node, 'right');
  if (amount === undefined || !/^(?:<<|>>)=?$/.test(token?.type ?? '')) return [];
  const value = integerOf(amount, place);
  if (value === undefined) return [replace(amount, `(${place.tree.textOf(amount)} + 1)`)];
  const changed = [value - 1, value + 1].filter((other) => other >= 0);
  return changed.map((other) => literal(amount, place, other));
}

const SIGNS: Readonly<Record<string, string>> = { i32: 'u32', u32: 'i32', i64: 'u64', u64: 'i64' };

/** The bits that come in from above: those of the sign, or zeros. */
function shiftOfOtherSign(node: SyntaxNode, place: Place): readonly Edit[] {
  const { tree } = place;
  const [left, right] = [childNamed(node, 'left'), childNamed(node, 'right')];
  if (operatorOf(node)?.type !== '>>' || left === undefined || right === undefined) return [];
  const type = typeOf(left, place);
  const other = SIGNS[type];
  if (other === undefined) return [];
  return [
    replace(node, `(((${tree.textOf(left)}) as ${other} >> ${tree.textOf(right)}) as ${type})`),
  ];
}

/** The type of an integer where a cast or the nearest declaration of its name says it; else empty. */
function typeOf(node: SyntaxNode, { tree }: Place): string {
  const cast = childNamed(node, 'type');
  if (cast !== undefined) return tree.textOf(cast);
  const name = /\w+$/.exec(tree.textOf(node))?.[0];
  if (name === undefined) return '';
  const declared = new RegExp(`\\b${name}(?:: | = \\d\\w*?_?)([iu]\\d\\d)\\b`, 'g');
  return [...tree.text.slice(0, node.start).matchAll(declared)].at(-1)?.[1] ?? '';
}

function truncatedCast(node: SyntaxNode, { tree }: Place): readonly Edit[] {
  const [value, type] = [childNamed(node, 'value'), childNamed(node, 'type')];
  if (node.type !== 'type_cast_expression' || value === undefined || type === undefined) return [];
  const to = tree.textOf(type);
  const narrower: Readonly<Record<string, readonly string[]>> = {
    u16: ['u8'],
    i16: ['i8'],
    u32: ['u16', 'u8'],
    i32: ['i16', 'u8'],
    u64: ['u32', 'u16'],
    i64: ['i32'],
    usize: ['u8', 'u16'],
  };
  return (narrower[to] ?? []).map((less) =>
    replace(node, `(${tree.textOf(value)} as ${less} as ${to})`),
  );
}

/** `x as i8 as u32` without the sign. */
function signNotExtended(node: SyntaxNode, { tree }: Place): readonly Edit[] {
  const inner = node.type === 'type_cast_expression' ? childNamed(node, 'value') : undefined;
  if (inner === undefined || inner.type !== 'type_cast_expression') return [];
  const [value, type] = [childNamed(inner, 'value'), childNamed(inner, 'type')];
  if (value === undefined || type === undefined || !tree.textOf(type).startsWith('i')) return [];
  return [replace(inner, tree.textOf(value))];
}

/** The opposite, a plain operation for one that wraps, is broken; the way back breaks nothing. */
function wrapMissed(node: SyntaxNode, { tree }: Place): readonly Edit[] {
  const target = node.type === 'call_expression' ? childNamed(node, 'function') : undefined;
  const method = target?.type === 'field_expression' ? childNamed(target, 'field') : undefined;
  const receiver = target === undefined ? undefined : childNamed(target, 'value');
  const [argument] = namedChildren(childNamed(node, 'arguments') ?? node);
  if (method === undefined || receiver === undefined || argument === undefined) return [];
  const operation = /^wrapping_(add|sub|mul)$/.exec(tree.textOf(method))?.[1] ?? '';
  const token = { add: '+', sub: '-', mul: '*' }[operation];
  if (token === undefined) return [];
  return [replace(node, `(${tree.textOf(receiver)} ${token} (${tree.textOf(argument)}))`)];
}

function lostMinus(node: SyntaxNode, { tree }: Place): readonly Edit[] {
  const [token, value] = node.children;
  if (node.type !== 'unary_expression' || token?.type !== '-' || value === undefined) return [];
  return [replace(node, tree.textOf(value))];
}

/** What goes wrong with numbers. */
export const ARITHMETIC_OPERATORS: Readonly<Record<string, Operator>> = {
  'off by one': offByOne,
  'boundary of a comparison': exchange({ '<': '<=', '<=': '<', '>': '>=', '>=': '>' }),
  'wrong sign': (node, place) => [
    ...exchange({ '+': '-', '-': '+', '+=': '-=', '-=': '+=' })(node, place),
    ...lostMinus(node, place),
  ],
  'wrong constant': wrongConstant,
  'shift by one': shiftByOne,
  'shift of the other sign': shiftOfOtherSign,
  'truncated cast': truncatedCast,
  'sign not extended': signNotExtended,
  'missed wrap-around': wrapMissed,
  'saturating for wrapping': renameMethod({
    wrapping_add: 'saturating_add',
    wrapping_sub: 'saturating_sub',
    wrapping_mul: 'saturating_mul',
    saturating_add: 'wrapping_add',
    saturating_sub: 'wrapping_sub',
  }),
  'wrong limit': renameMethod({
    min: 'max',
    max: 'min',
    position: 'rposition',
    rposition: 'position',
  }),
};
