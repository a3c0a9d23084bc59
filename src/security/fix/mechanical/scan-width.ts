import { conversions } from '../../../code/library-models/format-string.ts';
import type { SyntaxNode } from '../../../code/syntax/syntax.ts';
import { charArrayOf, statedSize } from './char-arrays.ts';
import type { FixOfRule, FoundIn, TextEdit } from './mechanical-fix.ts';
import { isLibraryCall } from './names.ts';
import { argumentsOf, calledName, nodeAt } from './nodes.ts';

const FORMATS: ReadonlyMap<string, number> = new Map(
  Object.entries({ scanf: 0, fscanf: 1, sscanf: 1 }),
);

/** `scanf("%s", word)` becomes `scanf("%31s", word)` for an array of 32. */
export const scanWidth: FixOfRule = (found) => {
  const { tree } = found;
  const call = nodeAt(found, (node) => FORMATS.has(calledName(tree, node)));
  if (call === undefined || !isLibraryCall(found, call)) return undefined;
  const given = argumentsOf(call).slice(FORMATS.get(calledName(tree, call)) ?? 0);
  const [format, ...targets] = given;
  const edits = format === undefined ? undefined : widths(found, format, targets);
  if (edits === undefined || edits.length === 0) return undefined;
  return { title: 'Read no more than fits, by a width', edits };
};

/** The edits that give each text the width of its array; undefined where one is not known. */
function widths(
  found: FoundIn,
  format: SyntaxNode,
  targets: readonly SyntaxNode[],
): readonly TextEdit[] | undefined {
  const { tree } = found;
  const text = tree.textOf(format);
  // Escapes by number may be anything, also the beginning of a conversion.
  if (format.type !== 'string_literal' || !text.startsWith('"') || /\\[0-7xuU]/.test(text))
    return undefined;
  const stored = conversions(text, true).items.filter(({ stars }) => stars === 0);
  if (stored.length !== targets.length) return undefined;
  const edits: TextEdit[] = [];
  for (const [index, { type, length, allocates, width, start }] of stored.entries()) {
    if (!/^[sS[]$/.test(type) || allocates) continue;
    const target = targets[index];
    const array = target === undefined ? undefined : charArrayOf(found, target);
    const size = array === undefined ? undefined : statedSize(tree, array);
    const isWide = type === 'S' || length !== '';
    if (size === undefined || size < 2 || isWide) return undefined;
    if (width !== undefined && width < size) continue;
    const digits = width === undefined ? '' : String(width);
    if (!text.startsWith(digits, start + 1)) return undefined;
    const at = format.start + start + 1;
    edits.push({ start: at, end: at + digits.length, text: String(size - 1) });
  }
  return edits;
}
