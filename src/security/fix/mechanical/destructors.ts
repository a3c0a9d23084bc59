import { lex } from '../../../code/syntax/lexer.ts';
import { descendants, type SyntaxNode, type SyntaxTree } from '../../../code/syntax/syntax.ts';

/**
 * Whether the classes of a file compile with a virtual destructor in one of them as they do without. What derives from
 * that must not throw in its destructor and cannot be without one, as it is where a member has none that it may call; and
 * a union has none where a member has one that does something.
 */
export function allowVirtual(tree: SyntaxTree): boolean {
  // A class with a virtual destructor is of no constant, before C++20.
  if (/\b(?:constexpr|consteval|constinit|\w*trivial\w*)\b/.test(tree.text)) return false;
  return areUsual(tree.text) && descendants(tree.root).every((node) => isHarmless(tree, node));
}

/** Whether nothing but the usual words stands behind each destructor. */
function areUsual(text: string): boolean {
  const tokens = lex(text).map((token) => token.text);
  return tokens.every((token, at) => {
    if (token !== '~' || tokens[at + 2] !== '(') return true;
    const rest = tokens.slice(at + 2, at + 12).join(' ');
    return /^\( (?:void )?\) (?:noexcept |throw \( \) |override |final )*(?:[;{:]|= (?:default|0) ;)/.test(
      rest,
    );
  });
}

function isHarmless(tree: SyntaxTree, node: SyntaxNode): boolean {
  if (node.type === 'union_specifier')
    return !descendants(node).some(
      (each) => each.type === 'type_identifier' && each.parent !== node,
    );
  if (node.type !== 'destructor_name') return true;
  const member = node.parent?.parent;
  return member?.parent?.type !== 'field_declaration_list' || isPublic(tree, member);
}

function isPublic(tree: SyntaxTree, member: SyntaxNode): boolean {
  const body = member.parent;
  const specifier = body?.children.findLast(
    ({ type, start }) => type === 'access_specifier' && start < member.start,
  );
  if (specifier !== undefined) return tree.textOf(specifier) === 'public';
  return body?.parent?.type === 'struct_specifier';
}
