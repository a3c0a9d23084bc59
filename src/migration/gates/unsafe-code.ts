import { type Crate, type CrateFile, deliveredNodes } from '../../code/rust/crate/crate.ts';
import type { SyntaxNode } from '../../code/syntax/syntax.ts';
import { type GateLocation, type GateResult, resultOfFaults } from './gate-result.ts';

/** How much of a crate is unsafe, by its syntax trees. */
export interface UnsafeCount {
  readonly blocks: number;
  readonly functions: number;
  /** `unsafe impl` and `unsafe trait`. */
  readonly impls: number;
  /** Lines of the delivered code within any of them, each counted once. */
  readonly lines: number;
  /** Lines of the delivered code that hold more than comments. */
  readonly allLines: number;
}

/** Counts what is unsafe in the delivered code, macros included. */
export function countUnsafe(crate: Crate): UnsafeCount {
  let [blocks, functions, impls, lines, allLines] = [0, 0, 0, 0, 0];
  for (const file of crate.files) {
    const nodes = deliveredNodes(file);
    for (const node of nodes) {
      const kind = unsafeKind(node);
      if (kind === 'block') blocks += 1;
      else if (kind === 'function') functions += 1;
      else if (kind !== undefined) impls += 1;
    }
    lines += unsafeLines(file, nodes).size;
    allLines += linesOf(file, nodes).size;
  }
  return { blocks, functions, impls, lines, allLines };
}

/** The lines of the delivered code of a file that are within something unsafe, and hold code. */
export function unsafeLines(file: CrateFile, nodes = deliveredNodes(file)): ReadonlySet<number> {
  const places = nodes
    .filter((node) => unsafeKind(node) !== undefined)
    .map((node) => file.tree.location(scopeOf(node)));
  const isUnsafe = (at: number) => places.some(({ line, endLine }) => line <= at && at <= endLine);
  return new Set([...linesOf(file, nodes)].filter(isUnsafe));
}

function linesOf(file: CrateFile, nodes: readonly SyntaxNode[]): Set<number> {
  const tokens = nodes.filter(({ children }) => children.length === 0);
  return new Set(tokens.map((node) => file.tree.location(node).line));
}

/**
 * Fails when something unsafe has no `// SAFETY:` comment that gives a reason (`# Safety` in the
 * documentation of an unsafe function or trait), or when more lines are unsafe than allowed.
 * @param maxPercent of all lines of the delivered code
 */
export function unsafeCode(crate: Crate, maxPercent: number): GateResult {
  const count = countUnsafe(crate);
  const faults: GateLocation[] = crate.files.flatMap((file) =>
    deliveredNodes(file)
      .filter((node) => isUnexplained(file, node))
      .map((node) => ({
        file: file.path,
        line: file.tree.location(node).line,
        what: faultOf(file, node),
      })),
  );
  const percent = count.allLines === 0 ? 0 : (100 * count.lines) / count.allLines;
  if (percent > maxPercent) {
    const what = `${percent.toFixed(1)} % of the lines are unsafe; ${maxPercent} % are allowed`;
    faults.push({ file: '', line: 0, what });
  }
  const { blocks, functions, impls, lines } = count;
  const all = blocks + functions + impls;
  return resultOfFaults(
    'unsafe code',
    faults,
    all === 0 ? 'nothing is unsafe' : `${lines} unsafe lines, each with its reason`,
  );
}

/** What is missing: the comment, or a reason in it. */
function faultOf(file: CrateFile, node: SyntaxNode): string {
  return isExplained(file, node, MENTION)
    ? `an unsafe ${unsafeKind(node)} whose SAFETY comment is too short for a reason: it takes three words`
    : `an unsafe ${unsafeKind(node)} without a SAFETY comment`;
}

/** Whether a node makes something unsafe, and no comment says why that is sound. */
export function isUnexplained(file: CrateFile, node: SyntaxNode): boolean {
  return unsafeKind(node) !== undefined && !isExplained(file, node);
}

type UnsafeKind = 'block' | 'function' | 'impl' | 'trait';

/** What an `unsafe` makes so. In the tokens of a macro it is taken for a block. */
function unsafeKind(node: SyntaxNode): UnsafeKind | undefined {
  switch (node.type) {
    case 'unsafe_block':
      return 'block';
    case 'function_modifiers':
      return node.children.some(({ type }) => type === 'unsafe') ? 'function' : undefined;
    case 'impl_item':
      return node.children.some(({ type }) => type === 'unsafe') ? 'impl' : undefined;
    case 'trait_item':
      return node.children.some(({ type }) => type === 'unsafe') ? 'trait' : undefined;
    case 'unsafe':
      return node.parent?.type === 'token_tree' ? 'block' : undefined;
    default:
      return undefined;
  }
}

/** The stretch that is unsafe by a node. */
function scopeOf(node: SyntaxNode): SyntaxNode {
  if (node.type === 'function_modifiers') return node.parent ?? node;
  if (node.type !== 'unsafe') return node;
  const siblings = node.parent?.children ?? [];
  return { ...node, end: siblings[siblings.indexOf(node) + 1]?.end ?? node.end };
}

const REASON = /\bSAFETY:\s*\S+(?:\s+\S+){2}|# Safety\b[\s/*]*\S+(?:\s+\S+){2}/;
/** The same with whatever stands behind it. */
const MENTION = /\bSAFETY:|# Safety\b/;

function isExplained(file: CrateFile, node: SyntaxNode, reason = REASON): boolean {
  const { tree, comments } = file;
  for (let at: SyntaxNode | undefined = scopeOf(node); at !== undefined; at = at.parent) {
    if (reason.test(comments.before(at.start).replaceAll('///', ''))) return true;
    if (/^(?:expression_statement|let_declaration|match_arm|.*_item)$/.test(at.type)) break;
    if (at.type === 'block' && at.parent?.type !== 'unsafe_block') break;
  }
  const { start, end } = scopeOf(node);
  const inside = tree.comments.find((comment) => comment.start > start && comment.end < end);
  if (inside === undefined || node.type !== 'unsafe_block') return false;
  return (
    /^unsafe\s*\{\s*$/.test(tree.text.slice(start, inside.start)) &&
    reason.test(comments.before(nextToken(file, inside.end)))
  );
}

/** Where the code after a run of comments begins. */
function nextToken(file: CrateFile, from: number): number {
  let at = from;
  for (const comment of file.tree.comments) {
    if (comment.start >= at && !/\S/.test(file.tree.text.slice(at, comment.start)))
      at = comment.end;
  }
  return at + (/\S/.exec(file.tree.text.slice(at))?.index ?? 0);
}
