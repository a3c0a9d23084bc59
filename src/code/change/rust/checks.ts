import { childOf, descendants, type SyntaxNode, type SyntaxTree } from '../../syntax/syntax.ts';

/** A comparison, or a call that answers yes or no, that a function decides by. */
export interface RustCheck {
  readonly node: SyntaxNode;
  /** Its text without blanks. */
  readonly text: string;
  /** The variables and fields that it is about, such as `index` and `self.len`. */
  readonly subjects: ReadonlySet<string>;
}

/** Macros that end the function, or the program, where what they are given does not hold. */
const ASSERTIONS: ReadonlySet<string> = new Set(['assert', 'assert_eq', 'assert_ne', 'ensure']);

/** A variable, or a field of it, and no name of a constant, a type or a function. */
const SUBJECT =
  /(?<![\w.:])(?!(?:let|as|mut|ref|true|false|None|Some|Ok|Err)\b)[a-z_]\w*(?:\.(?!\d)\w+(?!\w*\())*(?!\w*(?:::|!|\())/g;

/** What the branches, loops and assertions of a function body test, each operand of `&&` and `||` by itself. */
export function checksOf(tree: SyntaxTree, body: SyntaxNode): RustCheck[] {
  return descendants(body).flatMap((node) => {
    if (node.type === 'if_expression' || node.type === 'while_expression') {
      const condition = childOf(node, 'condition');
      return condition === undefined ? [] : operands(condition).map((one) => checkOf(tree, one));
    }
    if (node.type !== 'macro_invocation') return [];
    const name = childOf(node, 'macro');
    const tokens = node.children.find(({ type }) => type === 'token_tree');
    if (name === undefined || tokens === undefined) return [];
    return ASSERTIONS.has(tree.textOf(name)) ? [assertion(tree, tokens)] : [];
  });
}

/** The variables and fields that some text of Rust names, as far as its words tell. */
export function subjectsIn(text: string): ReadonlySet<string> {
  const code = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  return new Set([...code.matchAll(SUBJECT)].map(([word]) => word));
}

function operands(node: SyntaxNode): SyntaxNode[] {
  const isJoined =
    node.type === 'let_chain' ||
    (node.type === 'binary_expression' &&
      node.children.some(({ type }) => type === '&&' || type === '||'));
  if (isJoined || node.type === 'parenthesized_expression')
    return node.children.filter(({ named }) => named).flatMap(operands);
  return [node];
}

function checkOf(tree: SyntaxTree, node: SyntaxNode): RustCheck {
  const text = tree.textOf(node);
  return { node, text: text.replaceAll(/\s+/g, ''), subjects: subjectsIn(text) };
}

/** Without the message, which begins with the first string. */
function assertion(tree: SyntaxTree, tokens: SyntaxNode): RustCheck {
  const message = tokens.children.find(({ type }) => type === 'string_literal');
  const text = tree.text.slice(tokens.start + 1, message?.start ?? tokens.end - 1);
  return {
    node: tokens,
    text: text.replaceAll(/\s+/g, '').replace(/,$/, ''),
    subjects: subjectsIn(text),
  };
}
