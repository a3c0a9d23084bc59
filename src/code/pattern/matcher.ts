import type { SyntaxNode, SyntaxTree } from '../syntax/syntax.ts';
import { coreOf, kindOf, partsOf, slotOf, withoutPointers, wordOf } from './code-shape.ts';
import type { Bindings, PatternNode } from './pattern.ts';

/** Hears what metavariables stand for, and where the match ends among its neighbours; says whether that is what is looked for. */
type Found = (bindings: Bindings, end: number) => boolean;

/** Words of a declaration that do not count where its type is any. */
const OF_ANY_TYPE = new Set(['storage_class_specifier', 'type_qualifier', 'attribute_specifier']);

/** What the string literal `"..."` stands for. */
const TEXTS = new Set(['string_literal', 'concatenated_string', 'raw_string_literal']);

/** What is thrown where patterns cost more steps than a file may. */
export class PatternStepsSpent extends Error {}

/** Compares patterns with the code of one file, in a bounded number of steps. */
export class Matcher {
  private readonly tree: SyntaxTree;
  private steps: number;

  /** @param steps how many nodes may be compared */
  constructor(tree: SyntaxTree, steps: number) {
    this.tree = tree;
    this.steps = steps;
  }

  /**
   * Whether nodes beside each other, from one of them on, are what a pattern says; of several ways, the first that is accepted.
   * @throws PatternStepsSpent
   */
  matchList(
    patterns: readonly PatternNode[],
    nodes: readonly SyntaxNode[],
    from: number,
    bindings: Bindings,
    found: Found,
  ): boolean {
    const [first, ...others] = patterns;
    if (first === undefined) return found(bindings, from);
    if (first.isMany !== true) {
      const node = nodes[from];
      return (
        node !== undefined &&
        this.matchNode(first, node, bindings, (bound) =>
          this.matchList(others, nodes, from + 1, bound, found),
        )
      );
    }
    for (let end = from; end <= nodes.length; end += 1) {
      this.step();
      // What ends with any nodes goes on to the end.
      if (others.length === 0 && first.variable === undefined && end < nodes.length) continue;
      const bound = this.bind(first.variable, nodes.slice(from, end), bindings);
      if (bound !== undefined && this.matchList(others, nodes, end, bound, found)) return true;
    }
    return false;
  }

  /** Whether a node is what a pattern says; of several ways, the first that is accepted. */
  matchNode(
    pattern: PatternNode,
    whole: SyntaxNode,
    bindings: Bindings,
    found: (bindings: Bindings) => boolean,
  ): boolean {
    this.step();
    const { variable, kind, children, slot } = pattern;
    if (slot !== undefined && slot !== whole.field) return false;
    const node = coreOf(pattern.isOfAnyType === true ? withoutPointers(whole) : whole);
    if (variable !== undefined) {
      const bound = node.named ? this.bind(variable, [node], bindings) : undefined;
      return bound !== undefined && found(bound);
    }
    if (pattern.isAnyText === true) return TEXTS.has(node.type) && found(bindings);
    const parts =
      kind === kindOf(node, this.tree)
        ? this.countingParts(pattern, node)
        : this.assignedIn(pattern, node);
    if (parts === undefined) return false;
    if (children.length === 0 && parts.length === 0)
      return pattern.text === wordOf(this.tree.textOf(node)) && found(bindings);
    return this.matchList(
      children,
      parts,
      0,
      bindings,
      (bound, end) => end === parts.length && found(bound),
    );
  }

  private countingParts(pattern: PatternNode, node: SyntaxNode): readonly SyntaxNode[] {
    const parts = partsOf(node);
    return pattern.isOfAnyType === true
      ? parts.filter(({ type }) => !OF_ANY_TYPE.has(type))
      : parts;
  }

  /** Of a declaration that gives a variable its value, the same as of an assignment; undefined where none is looked for. */
  private assignedIn(
    { kind, children }: PatternNode,
    node: SyntaxNode,
  ): readonly SyntaxNode[] | undefined {
    if (kind === 'expression_statement' && children[0]?.kind === 'assignment_expression') {
      const declarators =
        node.type === 'declaration'
          ? node.children.filter(({ field }) => field === 'declarator')
          : [];
      return declarators.length === 1 ? declarators : undefined;
    }
    if (kind !== 'assignment_expression' || node.type !== 'init_declarator') return undefined;
    const [declared, ...value] = node.children;
    return declared === undefined ? undefined : [withoutPointers(declared), ...value];
  }

  private bind(
    variable: string | undefined,
    nodes: readonly SyntaxNode[],
    bindings: Bindings,
  ): Bindings | undefined {
    if (variable === undefined || variable === '$_') return bindings;
    const known = bindings.get(variable);
    if (known === undefined) return new Map([...bindings, [variable, nodes]]);
    const isSame =
      known.length === nodes.length &&
      known.every((node, at) => this.isSame(node, nodes[at] ?? node));
    return isSame ? bindings : undefined;
  }

  private isSame(left: SyntaxNode, right: SyntaxNode): boolean {
    this.step();
    const [one, other] = [coreOf(left), coreOf(right)];
    if (one === other) return true;
    const [parts, others] = [partsOf(one), partsOf(other)];
    if (kindOf(one, this.tree) !== kindOf(other, this.tree) || parts.length !== others.length)
      return false;
    if (parts.length === 0)
      return wordOf(this.tree.textOf(one)) === wordOf(this.tree.textOf(other));
    return parts.every((part, at) => {
      const counterpart = others[at] ?? part;
      return slotOf(part, one) === slotOf(counterpart, other) && this.isSame(part, counterpart);
    });
  }

  private step(): void {
    this.steps -= 1;
    if (this.steps < 0) throw new PatternStepsSpent();
  }
}
