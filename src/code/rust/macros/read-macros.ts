import type { SourceParser } from '../../syntax/source-parser.ts';
import {
  childOf,
  parseSyntax,
  type SyntaxNode,
  type SyntaxTree,
  type TextSpan,
} from '../../syntax/syntax.ts';
import { ruleCode } from './rule-code.ts';

/** What makes the body of a rule the body of a function, for the grammar. */
const HEAD = 'fn a()';

const read = new WeakMap<SyntaxTree, SyntaxTree>();

/**
 * A Rust tree in which the bodies of `macro_rules!` are read as code, too: they are in `anew`. A body that is no code by
 * itself, such as a list of fields, stays the tokens that it is.
 */
export function withMacros(tree: SyntaxTree, parser: SourceParser): SyntaxTree {
  if (!tree.text.includes('macro_rules')) return tree;
  const known = read.get(tree);
  if (known !== undefined) return known;
  const bodies = new Map<SyntaxNode, SyntaxNode>();
  const repetitions: TextSpan[] = [];
  for (const definition of definitionsIn(tree.root)) {
    for (const rule of definition.children) {
      const [left, right] = [childOf(rule, 'left'), childOf(rule, 'right')];
      if (left === undefined || right?.type !== 'token_tree') continue;
      const body = readBody(parser, tree.textOf(left), tree.textOf(right), right.start);
      if (body === undefined) continue;
      bodies.set(right, body.block);
      for (const { start, end } of body.repetitions)
        repetitions.push({ start: start + right.start, end: end + right.start });
    }
  }
  repetitions.sort((a, b) => a.start - b.start);
  const whole = { ...tree, anew: { bodies, repetitions } };
  read.set(tree, whole);
  return whole;
}

/** The body of a rule as a block, if it is one with or without what is optional in it. */
function readBody(
  parser: SourceParser,
  pattern: string,
  body: string,
  start: number,
): { block: SyntaxNode; repetitions: readonly TextSpan[] } | undefined {
  for (const optional of ['kept', 'left out'] as const) {
    const code = ruleCode(pattern, body, optional);
    const block = code && parsedBlock(parser, code.code, start);
    if (block !== undefined) return { block, repetitions: code?.repetitions ?? [] };
    if (!/\)\s*\?/.test(body)) return undefined;
  }
  return undefined;
}

/** The block that code in braces is; undefined where any of it does not parse. */
function parsedBlock(parser: SourceParser, code: string, start: number): SyntaxNode | undefined {
  const tree = parseSyntax(parser, `${HEAD}${code}`, start - HEAD.length);
  const [fn, other] = tree.root.children;
  const isWhole = tree.errors === 0 && tree.broken.size === 0 && !tree.truncated;
  return fn !== undefined && other === undefined && isWhole ? childOf(fn, 'body') : undefined;
}

function definitionsIn(root: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'macro_definition') found.push(node);
    else for (const child of node.children) if (child.children.length > 0) visit(child);
  };
  visit(root);
  return found;
}
