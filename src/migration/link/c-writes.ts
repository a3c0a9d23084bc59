import { endOfDirective } from '../../code/c/declarations/macro-definitions.ts';
import type { ClangCType } from '../../code/clang/types.ts';
import type { ClangFunction, ClangGlobal } from '../../code/clang/unit.ts';
import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../code/syntax/syntax.ts';

/**
 * What the C of a project writes to, as its text tells: by names alone, so that of two things with one
 * name both count as written. In doubt something is written.
 */
export class CWrites {
  readonly trees: readonly SyntaxTree[];
  /** Trees of the bodies of macros, by their names. */
  private readonly macros: ReadonlyMap<string, readonly SyntaxTree[]>;
  private readonly parse: (text: string) => SyntaxTree;

  /**
   * @param texts the files of a project, those of its tests among them
   * @param parse reads C
   */
  constructor(texts: readonly string[], parse: (text: string) => SyntaxTree) {
    this.parse = parse;
    this.trees = texts.map(parse);
    const macros = this.trees.flatMap((tree) => macrosOf(tree));
    this.macros = new Map(
      [...Map.groupBy(macros, ({ name }) => name)].map(([name, all]) => [
        name,
        all.map(({ body }) => parse(`void macro(void) { ${body}; }`)),
      ]),
    );
  }

  /** Whether a variable of numbers, or of arrays of them, may have another value than its first. */
  isWritten({ name, type }: ClangGlobal): boolean {
    const depth = dimensions(type);
    if (depth === undefined) return true;
    return [...this.trees, ...[...this.macros.values()].flat()].some((tree) =>
      descendants(tree.root).some(
        (node) =>
          node.type === 'identifier' &&
          tree.textOf(node) === name &&
          !isDeclared(node) &&
          this.mayWrite(node, depth, tree),
      ),
    );
  }

  /**
   * The pointer fields of records that functions may let point elsewhere; all others point at the
   * memory at which they pointed before.
   * @param functions with their texts: a function, and what it calls
   */
  pointerFieldsMoved(
    functions: readonly { readonly function: ClangFunction; readonly text: string }[],
  ): (field: string) => boolean {
    const trees = [
      ...functions.map(({ text }) => this.parse(text)),
      ...this.macroBodies(functions.flatMap((one) => one.function.macros)),
    ];
    const isUnknown =
      functions.some((one) => one.function.hasUnresolvedCalls) ||
      trees.some((tree) => tree.errors > 0 || tree.truncated || writesWhole(tree));
    const fields = new Set(
      trees.flatMap((tree) =>
        descendants(tree.root).flatMap((node) => {
          const field = node.type === 'field_expression' ? childOf(node, 'field') : undefined;
          return field !== undefined && this.mayWrite(node, 0, tree) ? [tree.textOf(field)] : [];
        }),
      ),
    );
    return (field) => isUnknown || fields.has(field);
  }

  /** Whether a use of something writes to it, `depth` subscripts behind it. */
  private mayWrite(use: SyntaxNode, depth: number, tree: SyntaxTree): boolean {
    let [node, subscripts] = [use, 0];
    for (;;) {
      const { parent } = node;
      const isElement = parent?.type === 'subscript_expression' && node.field === 'argument';
      if (isElement && subscripts < depth) subscripts += 1;
      else if (parent?.type !== 'parenthesized_expression') break;
      node = parent;
    }
    const { parent } = node;
    if (parent?.type === 'sizeof_expression') return false;
    if (subscripts < depth || parent === undefined) return true;
    switch (parent.type) {
      case 'assignment_expression':
        return node.field === 'left';
      case 'update_expression':
      case 'ERROR':
        return true;
      case 'pointer_expression':
        return tree.text[parent.start] === '&';
      case 'argument_list': {
        // A macro may do anything with what it is given.
        const called = parent.parent && childOf(parent.parent, 'function');
        return called !== undefined && this.macros.has(tree.textOf(called));
      }
      default:
        return false;
    }
  }

  /** The bodies of macros, and of those that they use. */
  private macroBodies(names: readonly string[]): SyntaxTree[] {
    const seen = new Set(names);
    for (const name of seen) {
      for (const tree of this.macros.get(name) ?? []) {
        for (const node of descendants(tree.root)) {
          if (node.type === 'identifier') seen.add(tree.textOf(node));
        }
      }
    }
    return [...seen].flatMap((name) => this.macros.get(name) ?? []);
  }
}

/** How many subscripts lead to a number; undefined for anything that is not made of numbers. */
function dimensions(type: ClangCType): number | undefined {
  if (type.kind === 'array') {
    const inner = dimensions(type.of);
    return inner === undefined ? undefined : inner + 1;
  }
  return ['boolean', 'integer', 'enum', 'float'].includes(type.kind) ? 0 : undefined;
}

function isDeclared({ field, parent }: SyntaxNode): boolean {
  return field === 'declarator' || (parent?.type.startsWith('preproc_') ?? false);
}

/** Whether a record may be written as a whole: `*set = other`. */
function writesWhole({ root }: SyntaxTree): boolean {
  return descendants(root).some(({ type, field, children }) => {
    const isTarget = type === 'pointer_expression' && field === 'left';
    return isTarget && children.some((child) => child.type === 'identifier');
  });
}

/** All that is defined, twice or not. */
function macrosOf(tree: SyntaxTree): { readonly name: string; readonly body: string }[] {
  return descendants(tree.root).flatMap((node) => {
    if (node.type !== 'preproc_def' && node.type !== 'preproc_function_def') return [];
    const name = childOf(node, 'name');
    if (name === undefined) return [];
    const from = (childOf(node, 'parameters') ?? name).end;
    const text = tree.text.slice(from, endOfDirective(tree.text, node.start));
    return [{ name: tree.textOf(name), body: text.replaceAll(/\\\r?\n/g, ' ') }];
  });
}
