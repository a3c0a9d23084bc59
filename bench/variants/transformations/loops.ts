import { childOf, descendants, type SyntaxNode } from '../../../src/code/syntax/syntax.ts';
import { type Edit, insert, replace } from '../edit.ts';
import type { FunctionPart, Program } from '../program.ts';
import type { Rewriting, Transformation } from '../variant.ts';

interface Loop {
  readonly node: SyntaxNode;
  readonly initial: string;
  readonly condition: string;
  readonly update: string;
  readonly body: SyntaxNode;
  /** Where a `break` or `continue` of this loop stands. */
  readonly breaks: readonly SyntaxNode[];
  readonly continues: readonly SyntaxNode[];
}

/** A loop that counts becomes one that only has a condition. */
export const toWhile: Transformation = (part, program) =>
  loops(part, program).flatMap((loop) => {
    if (loop.node.type !== 'for_statement' || loop.continues.length > 0) return [];
    const head = `{ ${loop.initial} while (${loop.condition || '1'})`;
    return [around(loop, `${head} { `, ` ${ended(loop.update)} } }`)];
  });

/** A loop that only has a condition becomes one of three parts. */
export const toFor: Transformation = (part, program) =>
  loops(part, program).flatMap((loop) =>
    loop.node.type === 'while_statement' ? [around(loop, `for (; ${loop.condition}; ) `, '')] : [],
  );

/** The condition is asked once before, and then behind each round. */
export const toDo: Transformation = (part, program) =>
  loops(part, program).flatMap((loop) => {
    const isFor = loop.node.type === 'for_statement';
    if (isFor && loop.continues.length > 0) return [];
    const condition = loop.condition || '1';
    const head = `{ ${loop.initial} if (${condition}) do { `;
    return [around(loop, head, ` ${ended(loop.update)} } while (${condition}); }`)];
  });

/** The loop is made of jumps. */
export const toGoto: Transformation = (part, program) =>
  loops(part, program).flatMap((loop) => {
    const { breaks, continues } = loop;
    const head = `{ ${loop.initial} made_again: if (${loop.condition || '1'}) { `;
    const next = continues.length > 0 ? ' made_next: ;' : '';
    const done = breaks.length > 0 ? ' made_done: ;' : '';
    const one = around(loop, head, `${next} ${ended(loop.update)} goto made_again; }${done} }`);
    const jumps = [
      ...breaks.map((node) => replace(node, 'goto made_done;')),
      ...continues.map((node) => replace(node, 'goto made_next;')),
    ];
    return [{ at: one.at, edits: [...one.edits, ...jumps] }];
  });

/** What stands before the body, and behind it, anew. */
function around({ node, body }: Loop, head: string, tail: string): Rewriting {
  const edits: readonly Edit[] = [
    replace({ start: node.start, end: body.start }, head),
    insert(body.end, tail),
  ];
  return { at: node.start, edits };
}

function ended(statement: string): string {
  return statement === '' ? '' : `${statement};`;
}

function loops({ body }: FunctionPart, { tree }: Program): readonly Loop[] {
  return descendants(body).flatMap((node): readonly Loop[] => {
    const inner = childOf(node, 'body');
    const condition = childOf(node, 'condition');
    if (!/^(?:for|while)_statement$/.test(node.type) || inner === undefined) return [];
    const initial = childOf(node, 'initializer');
    const own = tree.text.slice(node.start, inner.start);
    // What stands on lines of its own may be a directive.
    if (own.includes('\n')) return [];
    const text = initial === undefined ? '' : tree.textOf(initial);
    const update = childOf(node, 'update');
    const test = condition === undefined ? '' : tree.textOf(condition);
    return [
      {
        node,
        initial: text === '' || text.endsWith(';') ? text : `${text};`,
        condition: test,
        update: update === undefined ? '' : tree.textOf(update),
        body: inner,
        breaks: jumpsOf(inner, 'break_statement'),
        continues: jumpsOf(inner, 'continue_statement'),
      },
    ];
  });
}

/** The jumps below a node that leave it, and not something in it. */
function jumpsOf(node: SyntaxNode, type: string): readonly SyntaxNode[] {
  if (node.type === type) return [node];
  if (/^(?:for|while|do)_statement$/.test(node.type)) return [];
  if (node.type === 'switch_statement' && type === 'break_statement') return [];
  return node.children.flatMap((child) => jumpsOf(child, type));
}
