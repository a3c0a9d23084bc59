import { lex } from '../../../code/syntax/lexer.ts';
import { childOf, type SyntaxNode, type SyntaxTree } from '../../../code/syntax/syntax.ts';
import { type AddedHeader, HEADER_CONTENTS } from './header-contents.ts';
import { lineEndOf } from './lines.ts';
import { type FoundIn, insertion, type TextEdit } from './mechanical-fix.ts';

/**
 * The edits that include a header of the C library: none where that is included already. Undefined where none of the
 * headers is that show that the file is one of a program with that library, and where the file uses a name of the header
 * already, which must be of something else then.
 * @param beside headers of the library, without their ending
 */
export function including(
  found: FoundIn,
  header: AddedHeader,
  beside: readonly string[],
): readonly TextEdit[] | undefined {
  if (isIncluded(found, header)) return [];
  const { tree } = found;
  const neighbour = includeOf(tree, beside);
  const added = HEADER_CONTENTS.get(header) ?? new Set();
  if (neighbour === undefined || wordsOf(tree.text).some((word) => added.has(word)))
    return undefined;
  return [insertion(neighbour.start, `#include <${header}.h>${lineEndOf(tree.text)}`)];
}

/** Whether a file itself includes a header of the C library, whatever is defined. */
export function isIncluded({ tree }: FoundIn, header: string): boolean {
  return includeOf(tree, [header]) !== undefined;
}

/** The first include of one of the headers. */
function includeOf(tree: SyntaxTree, headers: readonly string[]): SyntaxNode | undefined {
  return tree.root.children.find((node) => {
    // What is included under a condition need not be there.
    const path = node.type === 'preproc_include' ? childOf(node, 'path') : undefined;
    const text = path === undefined ? '' : tree.textOf(path);
    return headers.some((name) => text === `<${name}.h>` || text === `<c${name}>`);
  });
}

/** The words of a text and of what its macros stand for, without those of comments and literals. */
function wordsOf(text: string): string[] {
  return lex(text).flatMap(({ kind, text: token }) => {
    if (kind === 'word') return [token];
    const isDefinition = kind === 'directive' && /^#\s*define\b/.test(token);
    return isDefinition ? [...token.matchAll(/[A-Za-z_]\w*/g)].map(([word]) => word) : [];
  });
}
