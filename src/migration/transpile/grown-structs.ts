import { lastSegment } from '../../code/rust/items/path.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import {
  childOf,
  descendants,
  parseSyntax,
  type SyntaxNode,
  type SyntaxTree,
} from '../../code/syntax/syntax.ts';
import { type CrateItem, type ItemChanges, isSameText } from '../crate/item-changes.ts';

/**
 * A struct that stands for a C record gets its fields as the functions that need them come. Every literal of
 * it then needs them too, also in functions and tests that came before.
 */
export class GrownStructs {
  private readonly parser: SourceParser;
  /** New fields by the name of the struct. */
  private readonly fields = new Map<string, ReadonlySet<string>>();

  /** @param changed items that an edit changed, the structs among them */
  constructor(parser: SourceParser, { changed }: Pick<ItemChanges, 'changed'>) {
    this.parser = parser;
    for (const { before, after } of changed) {
      const old = this.structOf(before);
      const now = this.structOf(after);
      if (old === undefined || now === undefined || old.name !== now.name) continue;
      const isKept = [...old.fields].every(([name, type]) => now.fields.get(name) === type);
      const added = [...now.fields.keys()].filter((name) => !old.fields.has(name));
      if (isKept && added.length > 0) this.fields.set(now.name, new Set(added));
    }
  }

  /** Whether an item differs only by first values of new fields, in literals of their structs. */
  isOnlyGrown(before: CrateItem, after: CrateItem): boolean {
    if (this.fields.size === 0) return false;
    const cuts = this.firstValues(after.item.text).sort((a, b) => a.start - b.start);
    if (cuts.length === 0) return false;
    let text = after.item.text;
    for (const { start, end } of cuts.toReversed()) {
      text = text.slice(0, start) + text.slice(end).replace(/^\s*,/, '');
    }
    return isSameText(before.item.text, text);
  }

  /** Where the first values of new fields stand, also within the arguments of macros such as `assert_eq!`. */
  private firstValues(text: string): { start: number; end: number }[] {
    const tree = parseSyntax(this.parser, text);
    return descendants(tree.root).flatMap((node) => {
      if (this.isFirstValue(tree, node)) return [{ start: node.start, end: node.end }];
      if (node.type !== 'token_tree' || node.parent?.type !== 'macro_invocation') return [];
      const from = node.start + 1;
      const found = this.firstValues(`${CALL}${text.slice(from, node.end - 1)});}`);
      const shift = from - CALL.length;
      return found.map(({ start, end }) => ({ start: start + shift, end: end + shift }));
    });
  }

  private isFirstValue(tree: SyntaxTree, node: SyntaxNode): boolean {
    const literal = node.parent?.parent;
    const isField = /^(?:shorthand_)?field_initializer$/.test(node.type);
    if (!isField || literal?.type !== 'struct_expression') return false;
    const type = lastSegment(tree.textOf(childOf(literal, 'name') ?? literal));
    const name = tree.textOf(childOf(node, 'field') ?? node.children[0] ?? node);
    const owners = type === 'Self' ? [...this.fields.values()] : [this.fields.get(type)];
    return owners.some((fields) => fields?.has(name)) && isPlain(node);
  }

  private structOf({ item }: CrateItem): Struct | undefined {
    if (!item.key.startsWith('type ')) return undefined;
    const tree = parseSyntax(this.parser, item.text);
    const node = descendants(tree.root).find(({ type }) => type === 'struct_item');
    const name = node && childOf(node, 'name');
    if (node === undefined || name === undefined) return undefined;
    const fields = descendants(node).filter(({ type }) => type === 'field_declaration');
    return {
      name: tree.textOf(name),
      fields: new Map(
        fields.map((field) => [
          tree.textOf(childOf(field, 'name') ?? field),
          tree.textOf(childOf(field, 'type') ?? field),
        ]),
      ),
    };
  }
}

/** What stands before the arguments of a macro, so that they parse. */
const CALL = 'fn f(){g(';

interface Struct {
  readonly name: string;
  /** Types by names. */
  readonly fields: ReadonlyMap<string, string>;
}

/** What could do more than give a first value. */
const WORK =
  /^(?:block|unsafe_block|assignment_expression|compound_assignment_expr|return_expression|break_expression|continue_expression|try_expression|closure_expression|mutable_specifier)$/;

function isPlain(node: SyntaxNode): boolean {
  return !descendants(node).some(({ type }) => WORK.test(type));
}
