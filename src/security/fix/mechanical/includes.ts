import { childOf, type SyntaxNode } from '../../../code/syntax/syntax.ts';
import { lineEndOf } from './lines.ts';
import { type FoundIn, insertion, type TextEdit } from './mechanical-fix.ts';

/**
 * The edits that include a header of the C library: none where that is included already. Undefined where none of the
 * headers is that show that the file is one of a program with that library.
 * @param beside headers of the library, without their ending
 */
export function including(
  { tree }: FoundIn,
  header: string,
  beside: readonly string[],
): readonly TextEdit[] | undefined {
  // What is included under a condition need not be there.
  const includes = tree.root.children.filter(({ type }) => type === 'preproc_include');
  const named = (node: SyntaxNode, names: readonly string[]): boolean => {
    const path = childOf(node, 'path');
    const text = path === undefined ? '' : tree.textOf(path);
    return names.some((name) => text === `<${name}.h>` || text === `<c${name}>`);
  };
  if (includes.some((node) => named(node, [header]))) return [];
  const neighbour = includes.find((node) => named(node, beside));
  if (neighbour === undefined) return undefined;
  return [insertion(neighbour.start, `#include <${header}.h>${lineEndOf(tree.text)}`)];
}
