import { childOf, descendants, type SyntaxNode } from '../../../code/syntax/syntax.ts';
import { isIncluded } from './includes.ts';
import type { FixOfRule, FoundIn } from './mechanical-fix.ts';
import { isLibraryCall, isLibraryName } from './names.ts';
import { argumentsOf, calledName, hasComment, nodeAt } from './nodes.ts';
import { shownType } from './shown-types.ts';

/** `malloc(count * sizeof(struct item))` becomes `calloc(count, sizeof(struct item))`, which checks the product. */
export const checkedProduct: FixOfRule = (found) => {
  const { tree } = found;
  const call = nodeAt(
    found,
    (node) => calledName(tree, node) === 'malloc',
    (node) => argumentsOf(node)[0]?.start ?? node.start,
  );
  if (call === undefined || !isLibraryCall(found, call)) return undefined;
  const called = childOf(call, 'function');
  const [size, ...others] = argumentsOf(call);
  if (called === undefined || size?.type !== 'binary_expression' || others.length > 0)
    return undefined;
  const [left, right] = [childOf(size, 'left'), childOf(size, 'right')];
  const isProduct = childOf(size, 'operator')?.type === '*';
  if (left === undefined || right === undefined || !isProduct) return undefined;
  // What one of them computes could overflow by itself.
  if (
    ![left, right].every((factor) => isSimple(factor) && isWhole(found, factor)) ||
    !isLibraryName(found, call, 'calloc')
  )
    return undefined;
  if (!isIncluded(found, 'stdlib')) return undefined;
  const between = { start: left.end, end: right.start };
  if (hasComment(tree, between)) return undefined;
  return {
    title: 'Have calloc check the product',
    edits: [
      { start: called.start, end: called.end, text: 'calloc' },
      // The size comes last, which compilers warn of otherwise.
      isSizeof(left) && !isSizeof(right)
        ? { start: left.start, end: right.end, text: `${tree.textOf(right)}, ${tree.textOf(left)}` }
        : { ...between, text: ', ' },
    ],
  };
};

const SIMPLE: ReadonlySet<string> = new Set([
  ...['identifier', 'field_expression', 'subscript_expression', 'number_literal'],
  ...['sizeof_expression', 'call_expression', 'pointer_expression'],
]);

function isSimple(node: SyntaxNode): boolean {
  const value = node.type === 'cast_expression' ? childOf(node, 'value') : node;
  return value !== undefined && SIMPLE.has(value.type);
}

/** Whether nothing shows that a factor is an object of a class, or has a fraction, which the product alone would lose. */
function isWhole(found: FoundIn, node: SyntaxNode): boolean {
  const { tree, language } = found;
  if (node.type === 'number_literal') return !/^(?!0[xX]).*[.eE]/.test(tree.textOf(node));
  const type = node.type === 'cast_expression' ? childOf(node, 'type') : typeOf(found, node);
  if (type === undefined) return true;
  if (/^(?:float|(?:long )?double)$/.test(tree.textOf(type))) return false;
  const name = tree.textOf(type);
  const isClass = descendants(tree.root).some((each) => {
    const own = /^(?:class|struct)_specifier$/.test(each.type) ? childOf(each, 'name') : undefined;
    return own !== undefined && tree.textOf(own) === name;
  });
  return language === 'c' || !isClass;
}

function typeOf(found: FoundIn, node: SyntaxNode): SyntaxNode | undefined {
  const type = shownType(found, node);
  return type?.depth === 0 ? type.base : undefined;
}

function isSizeof(node: SyntaxNode): boolean {
  return node.type === 'sizeof_expression';
}
