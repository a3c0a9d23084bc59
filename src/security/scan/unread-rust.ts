import { pairBrackets, rustTokens } from '../../code/rust/account/tokens.ts';
import {
  descendants,
  type SyntaxNode,
  type SyntaxTree,
  type TextSpan,
} from '../../code/syntax/syntax.ts';
import type { AnalysisNote } from '../candidates/file-analysis.ts';
import { named, stretches } from './line-stretches.ts';

/** Macros' bodies are no Rust before they are expanded, and are named by themselves. */
const TOKENS = /^(?:macro_definition|macro_invocation|token_tree|token_tree_pattern|attribute)$/;

/** Signs that the grammar leaves over only where something is missing beside them. */
const LOOSE_SIGNS = /^[-=;,.:+*/%<>]+$/;

/**
 * What to say of Rust that does not parse. It counts as a failure where no Rust is written so: statements stand outside
 * of functions, brackets or comments do not close, an operand is missing, a token had to be made up; where a whole function is in what was
 * lost; and where that is most of the file. The rest may be Rust that is newer or older than the grammar, such as `try!(x)`: what
 * stands around it was read, so its lines are named, and that is all.
 */
export function unreadRust(tree: SyntaxTree): AnalysisNote[] {
  const errors = descendants(tree.root).filter(
    (node) => node.type === 'ERROR' && !isInTokens(node),
  );
  const open =
    tree.errors + tree.missing.length === 0
      ? undefined
      : pairBrackets(rustTokens(tree.text)).open?.start;
  const strange = new Set<number>();
  const impossible = new Set<number>();
  for (const error of errors) {
    const text = tree.textOf(error);
    const isImpossible = LOOSE_SIGNS.test(text) || /\bfn\b|\{\s*[^\s}]/.test(text);
    const { line, endLine } = tree.location(error);
    for (let at = line; at <= endLine; at += 1) (isImpossible ? impossible : strange).add(at);
  }
  if (open !== undefined) impossible.add(tree.location({ start: open, end: open }).line);
  // Beside an error a token may be made up to go on, which says nothing of its own; a file that ends without
  // its last sign may be a value that another one includes.
  const end = tree.text.trimEnd().length;
  for (const at of errors.length === 0 ? tree.missing : [])
    (at < end ? impossible : strange).add(tree.location({ start: at, end: at }).line);
  for (const span of [...statementsOutside(tree), ...openComments(tree.text)]) {
    const { line, endLine } = tree.location(span);
    for (let at = line; at <= endLine; at += 1) impossible.add(at);
  }
  for (const line of impossible) strange.delete(line);
  const written = tree.text.split('\n').filter((line) => /\w/.test(line)).length;
  if (strange.size * 2 > written) {
    for (const line of strange) impossible.add(line);
    strange.clear();
  }
  return [...noteOf(impossible, true), ...noteOf(strange, false)];
}

/** What Cargo reads of a script before its code. */
const FRONTMATTER = /^(?:#![^[].*\n)?\s*---/;

/** Macros may be items. */
const ITEM_OR_MACRO = /^(?:macro_invocation|empty_statement)$/;

/** The statements at the level of the file. An expression alone, which another file includes, is none of them. */
function statementsOutside({ root, text }: SyntaxTree): SyntaxNode[] {
  if (FRONTMATTER.test(text)) return [];
  const written = root.children.filter(({ type }) => !/comment$|^(?:shebang|;)$/.test(type));
  return written.filter(({ type, children: [first] }, at) => {
    // What is left of an item that could not be read looks like one.
    if (written[at - 1]?.type === 'ERROR') return false;
    if (type === 'let_declaration') return true;
    if (type !== 'expression_statement' || first === undefined) return false;
    return !ITEM_OR_MACRO.test(first.type) && (written.length > 1 || first.type !== 'block');
  });
}

/** The comment that nothing closes, if there is one. */
function openComments(text: string): TextSpan[] {
  return text.includes('/*') ? rustTokens(text).filter((token) => token.text === '/*') : [];
}

function noteOf(numbers: ReadonlySet<number>, failed: boolean): AnalysisNote[] {
  if (numbers.size === 0) return [];
  const lines = stretches([...numbers].sort((left, right) => left - right));
  const [what, was] = numbers.size === 1 ? ['line', 'was'] : ['lines', 'were'];
  const reason =
    `code at ${what} ${named(lines)} could not be read as Rust: ` +
    `${numbers.size} ${what} ${was} not examined, or not whole, so findings may be missing`;
  return [{ reason, failed, lines }];
}

function isInTokens({ parent }: SyntaxNode): boolean {
  for (let node = parent; node !== undefined; node = node.parent)
    if (TOKENS.test(node.type)) return true;
  return false;
}
