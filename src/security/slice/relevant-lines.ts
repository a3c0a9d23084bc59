import type { SyntaxNode, SyntaxTree } from '../../code/syntax/syntax.ts';

/** A condition that is longer than this is shown up to here. */
const HEADER_LINES = 4;

/** Lines that are shown from a label on that a line in focus jumps to. */
const LABEL_LINES = 8;

/** Rounds of "what the lines so far use is set on these lines". */
const ROUNDS = { place: 2, caller: 1 };

const CONDITIONAL =
  /^(?:if|while|for|do|switch|case|match|loop|else)_(?:statement|expression|arm|clause|range_loop)$|^match_arm$|^for_range_loop$/;
const LOOP = /^(?:while|for|do|loop)_(?:statement|expression)$|^for_range_loop$/;
const BLOCK = /^(?:compound_statement|block|case_statement|declaration_list)$/;
const LEAVES =
  /^(?:return|goto|break|continue|throw)_(?:statement|expression)$|^co_return_statement$/;
const STATEMENT =
  /_statement$|^declaration$|^let_declaration$|^return_expression$|^field_initializer$/;
const NAME = /^(?:identifier|field_identifier|shorthand_field_identifier)$/;

/**
 * The lines of a function that bear on some of its lines: a backward slice by names (after Weiser,
 * 1981, without alias analysis). Kept are the head of the function, the statements themselves, the
 * conditions around them, checks before them that leave the block, and what sets or passes the
 * variables that these use.
 * @param range first and last line of the function
 * @param focus lines in it
 * @param options.depth for the place of a defect, more is followed than for a call that leads to it:
 *   there, calls may also set what they are given by value, as pointers and arrays are
 * @param options.names further variables that count as used there, such as those of lines that a change took away
 * @returns line numbers, ascending
 */
export function relevantLines(
  tree: SyntaxTree,
  range: { readonly line: number; readonly endLine: number },
  focus: readonly number[],
  {
    depth = 'place',
    names = [],
  }: { readonly depth?: 'place' | 'caller'; readonly names?: readonly string[] } = {},
): number[] {
  const slice = new Slice(tree, range, depth === 'place', names);
  for (const line of focus) slice.addFocus(line);
  for (let round = 0; round < ROUNDS[depth]; round += 1) slice.addDefinitions();
  return slice.lines();
}

class Slice {
  private readonly tree: SyntaxTree;
  private readonly range: { readonly line: number; readonly endLine: number };
  private readonly kept = new Set<number>();
  private readonly names: Set<string>;
  /** What the lines in focus themselves use; a plain argument sets one of these only. */
  private focused: ReadonlySet<string> = new Set();
  private readonly followArguments: boolean;
  private readonly focus: number[] = [];
  private last = 0;

  constructor(
    tree: SyntaxTree,
    range: { readonly line: number; readonly endLine: number },
    followArguments: boolean,
    names: readonly string[],
  ) {
    this.names = new Set(names);
    this.tree = tree;
    this.range = range;
    this.followArguments = followArguments;
    this.keepHead();
  }

  lines(): number[] {
    return [...this.kept].sort((a, b) => a - b);
  }

  addFocus(line: number): void {
    this.kept.add(line);
    this.focus.push(line);
    this.last = Math.max(this.last, line);
    const chain = this.nodesAround(line);
    const statement = chain.findLast(
      ({ type }) => STATEMENT.test(type) && !CONDITIONAL.test(type) && !BLOCK.test(type),
    );
    if (statement !== undefined) this.keep(statement, HEADER_LINES * 2);
    const onLine = statement ?? chain.at(-1);
    // A line between statements, such as a brace, uses nothing of the block that it is in.
    if (onLine !== undefined && !BLOCK.test(onLine.type) && !CONDITIONAL.test(onLine.type))
      this.learnNames(onLine);
    this.focused = new Set(this.names);
    for (const node of chain) {
      if (CONDITIONAL.test(node.type)) this.keepHeader(node);
      if (BLOCK.test(node.type)) this.keepChecksBefore(node, line);
    }
    this.keepTargetOf(line);
  }

  /** Where a jump on a line in focus leads decides what it means. */
  private keepTargetOf(line: number): void {
    const jumps = this.nodesAround(line).filter(({ type }) => type === 'goto_statement');
    const names = new Set(jumps.flatMap((jump) => namesOfLabels(this.tree, jump)));
    if (names.size === 0) return;
    for (const root of this.roots()) {
      visit(root, (node) => {
        if (node.type !== 'labeled_statement') return;
        if (!namesOfLabels(this.tree, node).some((name) => names.has(name))) return;
        const { line: first } = this.tree.location(node);
        for (let at = first; at < first + LABEL_LINES; at += 1) this.keepLine(at);
      });
    }
  }

  /** Keeps the statements that set, declare or forward what the kept lines use. */
  addDefinitions(): void {
    const fresh: SyntaxNode[] = [];
    for (const root of this.roots()) {
      visit(root, (node) => {
        if (this.tree.location(node).line > this.last || !this.isDefinition(node)) return;
        if (!this.isInOtherBranch(node)) fresh.push(node);
      });
    }
    const checked = new Map<SyntaxNode, number>();
    for (const node of fresh) {
      const setsFocused = targetsOf(node).some((target) =>
        this.focused.has(this.setName(target) ?? ''),
      );
      this.keep(node, HEADER_LINES);
      this.learnNames(node);
      for (let around = node.parent; around !== undefined; around = around.parent) {
        if (CONDITIONAL.test(around.type)) this.keepHeader(around);
        // What leaves before it decides whether the line in focus finds it set.
        if (setsFocused && BLOCK.test(around.type)) {
          const { line } = this.tree.location(node);
          checked.set(around, Math.max(line, checked.get(around) ?? 0));
        }
      }
    }
    // Once for each block, with the last line: that has the checks before the others.
    for (const [block, line] of checked) this.keepChecksBefore(block, line);
  }

  /** Whether all of the focus is in the `else` of a condition whose other branch a node is in: no way leads from there. */
  private isInOtherBranch(node: SyntaxNode): boolean {
    let isOther = false;
    for (let child = node, around = node.parent; around !== undefined; around = around.parent) {
      // The next turn of a loop may come from another branch.
      if (LOOP.test(around.type)) return false;
      if (/^if_/.test(around.type) && child.field === 'consequence') {
        const rest = around.children.find(({ field }) => field === 'alternative');
        const place = rest === undefined ? undefined : this.tree.location(rest);
        isOther ||=
          place !== undefined &&
          this.focus.every((line) => place.line < line && line <= place.endLine);
      }
      child = around;
    }
    return isOther;
  }

  /** An assignment, declaration or call that may set one of the names. */
  private isDefinition(node: SyntaxNode): boolean {
    const byValue = node.type === 'call_expression' && !isSetting(node);
    if (byValue && !this.followArguments) return false;
    const names = byValue ? this.focused : this.names;
    return targetsOf(node).some((target) => names.has(this.setName(target) ?? ''));
  }

  /** The variable that is set through an expression, or the field: `n` of `s->buffer[i].n`. */
  private setName(target: SyntaxNode): string | undefined {
    if (NAME.test(target.type)) return this.tree.textOf(target);
    const named = target.children.find(({ field }) => field === 'field');
    const inner =
      named ?? target.children.find(({ field }) => /^(?:argument|value|declarator)$/.test(field));
    const next = inner ?? target.children.find(({ named: isNamed }) => isNamed);
    return next === undefined ? undefined : this.setName(next);
  }

  private learnNames(node: SyntaxNode): void {
    for (const name of namesIn(this.tree, node)) this.names.add(name);
  }

  private keep(node: SyntaxNode, most: number): void {
    const { line, endLine } = this.tree.location(node);
    for (let at = line; at <= Math.min(endLine, line + most - 1); at += 1) this.keepLine(at);
  }

  private keepLine(line: number): void {
    if (line >= this.range.line && line <= this.range.endLine) this.kept.add(line);
  }

  /** A condition, from its keyword to where its body begins; of a do loop its end, too. */
  private keepHeader(node: SyntaxNode): void {
    const { line, endLine } = this.tree.location(node);
    const body = node.children.find(({ field }) => field === 'body' || field === 'consequence');
    const end = body === undefined ? line : this.tree.location(body).line;
    for (let at = line; at <= Math.min(end, line + HEADER_LINES - 1); at += 1) this.keepLine(at);
    if (node.type === 'do_statement') this.keepLine(endLine);
    const head = node.children.filter(
      ({ field }) => field !== 'body' && field !== 'consequence' && field !== 'alternative',
    );
    for (const part of head) this.learnNames(part);
  }

  /**
   * Statements of a block before the line that may leave it, as in `if (n > max) return;`, or that
   * look at what the line uses: what they call may end the program.
   */
  private keepChecksBefore(block: SyntaxNode, line: number): void {
    for (const child of block.children) {
      if (this.tree.location(child).endLine >= line) break;
      const check = child.type === 'expression_statement' ? (child.children[0] ?? child) : child;
      if (/^if_/.test(check.type) && (leaves(check) || this.looksAtFocus(check))) {
        this.keep(check, HEADER_LINES + 1);
      }
      if (check.type === 'call_expression' && this.isAssertion(check)) this.keep(check, 1);
    }
  }

  private looksAtFocus(check: SyntaxNode): boolean {
    const condition = check.children.find(({ field }) => field === 'condition');
    if (condition === undefined) return false;
    return namesIn(this.tree, condition).some((name) => this.focused.has(name));
  }

  private isAssertion(call: SyntaxNode): boolean {
    return /assert|check|ensure/i.test(this.tree.textOf(call.children[0] ?? call));
  }

  private keepHead(): void {
    const node = this.roots().find(({ type }) => /^function_/.test(type));
    const body = node?.children.find(({ field }) => field === 'body');
    const end = body === undefined ? this.range.line : this.tree.location(body).line;
    for (let at = this.range.line; at <= Math.min(end, this.range.line + 7); at += 1) {
      this.keepLine(at);
    }
  }

  /** The outermost nodes that lie in the function. */
  private roots(): SyntaxNode[] {
    const found: SyntaxNode[] = [];
    const descend = (node: SyntaxNode): void => {
      const { line, endLine } = this.tree.location(node);
      if (endLine < this.range.line || line > this.range.endLine) return;
      if (line >= this.range.line && endLine <= this.range.endLine) found.push(node);
      else for (const child of node.children) descend(child);
    };
    // A file of one function is still no function.
    this.tree.root.children.forEach(descend);
    return found;
  }

  /** The nodes of the function that reach over a line, outermost first. */
  private nodesAround(line: number): SyntaxNode[] {
    const chain: SyntaxNode[] = [];
    let level: readonly SyntaxNode[] = this.roots();
    for (;;) {
      const next = level.find((node) => {
        const place = this.tree.location(node);
        return place.line <= line && line <= place.endLine;
      });
      if (next === undefined) return chain;
      chain.push(next);
      level = next.children;
    }
  }
}

function visit(node: SyntaxNode, see: (node: SyntaxNode) => void): void {
  see(node);
  for (const child of node.children) visit(child, see);
}

function namesOfLabels(tree: SyntaxTree, node: SyntaxNode): string[] {
  return node.children
    .filter(({ type }) => type === 'statement_identifier')
    .map((label) => tree.textOf(label));
}

function leaves(node: SyntaxNode): boolean {
  return LEAVES.test(node.type) || node.children.some(leaves);
}

/** What a node may set: the left of an assignment, what is declared, what a call gets to write to. */
function targetsOf(node: SyntaxNode): SyntaxNode[] {
  const part = (field: string) => node.children.filter((child) => child.field === field);
  switch (node.type) {
    case 'assignment_expression':
    case 'compound_assignment_expr':
      return part('left');
    case 'update_expression':
      return part('argument');
    case 'declaration':
      return part('declarator').map(declared);
    case 'let_declaration':
      return part('pattern');
    case 'call_expression':
      return part('arguments').flatMap(({ children }) => children);
    default:
      return [];
  }
}

/** Whether a call gets the address of something. */
function isSetting(call: SyntaxNode): boolean {
  return targetsOf(call).some(({ type }) => /^(?:pointer|reference)_expression$/.test(type));
}

function declared(declarator: SyntaxNode): SyntaxNode {
  const inner = declarator.children.find(({ field }) => field === 'declarator');
  return inner === undefined ? declarator : declared(inner);
}

function namesIn(tree: SyntaxTree, node: SyntaxNode): string[] {
  const names: string[] = [];
  visit(node, (part) => {
    if (NAME.test(part.type)) names.push(tree.textOf(part));
  });
  return names;
}
