import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import { lastSegment, pathText } from '../items/path.ts';
import type { RustWalk } from '../state/walk.ts';

/** Macros of the library that only read what they are given, unless an argument itself writes. */
const READING =
  /^(?:e?print(?:ln)?|format(?:_args)?|write(?:ln)?|panic|todo|unreachable|unimplemented|bail|anyhow|ensure|trace|debug|info|warn|error|log|event|(?:debug_)?assert(?:_eq|_ne)?|eyre|vec|matches|dbg|cfg|concat|stringify|include(?:_str|_bytes)?|env|option_env|line|file|column)$/;

/** Whether it is known what a macro of that name does. */
export function isLibraryMacro(name: string): boolean {
  return READING.test(name);
}

/** Whether a use of a macro may write to the variables that it names. */
export function macroChanges(walk: RustWalk, node: SyntaxNode): boolean {
  const name = childOf(node, 'macro');
  const tree = node.children.find(({ type }) => type === 'token_tree');
  if (name === undefined || tree === undefined) return false;
  return mayWrite(lastSegment(pathText(walk.file.tree, name)), walk.text(tree));
}

/**
 * Whether a macro may write to variables that are among its tokens.
 * @param name the last segment of its path
 */
export function mayWrite(name: string, tokens: string): boolean {
  return !READING.test(name) || /&\s*mut\b|[^=!<>]=[^=>]|<<=|>>=/.test(tokens);
}
