import type { SyntaxNode } from '../../syntax/syntax.ts';

interface Text {
  textOf(node: SyntaxNode): string;
}

/** Whether a declaration says `const` or `constexpr` of what it declares. */
export function isConstant(declaration: SyntaxNode, text: Text): boolean {
  return isQualified(declaration, 'const', text);
}

/** Whether a declaration says that a variable is `volatile`. */
export function isVolatile(declaration: SyntaxNode, text: Text): boolean {
  return isQualified(declaration, 'volatile', text);
}

function isQualified(declaration: SyntaxNode, word: string, text: Text): boolean {
  return declaration.children.some(
    (child) => child.type === 'type_qualifier' && text.textOf(child).startsWith(word),
  );
}

/** Whether a declaration has a storage class, such as `static` or `extern`. */
export function hasStorage(declaration: SyntaxNode, word: string, text: Text): boolean {
  return declaration.children.some(
    (child) => child.type === 'storage_class_specifier' && text.textOf(child) === word,
  );
}

/** Whether a parameter list ends in `...`. */
export function isVariadic(parameters: SyntaxNode | undefined): boolean {
  return parameters?.children.some((child) => /variadic|^\.\.\.$/.test(child.type)) ?? false;
}
