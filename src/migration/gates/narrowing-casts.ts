import type { Crate, CrateFile } from '../../code/rust/crate/crate.ts';
import { childOf, type SyntaxNode } from '../../code/syntax/syntax.ts';
import { type GateResult, resultOfListing } from './gate-result.ts';
import { locationsIn } from './locations-in.ts';

const WIDTH: Readonly<Record<string, string>> = {
  u8: String.raw`unsigned\s+char|u?int8_t|u8|uchar|byte`,
  i8: String.raw`(?:signed\s+)?char|int8_t|i8`,
  u16: String.raw`unsigned\s+short|uint16_t|u16|ushort`,
  i16: 'short|int16_t|i16',
  u32: 'unsigned|uint32_t|u32|uint',
  i32: 'int|int32_t|i32',
};

/**
 * Lists `as` casts that can cut a value where the C does not mention a type of that width: `as`
 * never fails, so a number that does not fit is another number. A literal, and what a mask bounds, fits.
 * @param name of the Rust function, as in `name` or `Type::method`
 * @param c the text of the C function
 */
export function narrowingCasts(crate: Crate, name: string, c: string): GateResult {
  const last = name.slice(name.lastIndexOf(':') + 1);
  const places = locationsIn(crate, (file, node) => {
    if (node.type !== 'type_cast_expression') return undefined;
    const isWithin = file.functions.some(
      (fn) => fn.name === last && fn.node.start <= node.start && node.end <= fn.node.end,
    );
    if (!isWithin) return undefined;
    const [value, type] = [childOf(node, 'value'), childOf(node, 'type')];
    if (value === undefined || type === undefined) return undefined;
    const width = WIDTH[file.tree.textOf(type)];
    if (width === undefined || fits(file, value)) return undefined;
    if (new RegExp(String.raw`\b(?:${width})\b`, 'i').test(c)) return undefined;
    return `${file.tree.textOf(node)} can cut a value`;
  });
  const what =
    places.length === 0
      ? 'no cast that can cut a value'
      : `${places.length} casts that can cut a value`;
  return resultOfListing('narrowing casts', places, what);
}

function fits(file: CrateFile, value: SyntaxNode): boolean {
  if (/_literal$/.test(value.type)) return true;
  const inner = value.type === 'parenthesized_expression' ? value.children[0] : value;
  if (inner === undefined) return false;
  const operator = childOf(inner, 'operator');
  const isComparison =
    operator !== undefined && /^(?:[=!<>]=|[<>]|&&|\|\|)$/.test(file.tree.textOf(operator));
  if (isComparison || inner.type === 'boolean_literal') return true;
  const right = childOf(inner, 'right');
  return (
    operator !== undefined &&
    /^[&%]$/.test(file.tree.textOf(operator)) &&
    right?.type === 'integer_literal'
  );
}
