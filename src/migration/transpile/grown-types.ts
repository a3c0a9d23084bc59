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
 * A struct that stands for a C record gets its fields as the functions that need them come, and an enum of
 * errors its variants. Every literal of the struct then needs the fields too, and every `match` on the enum
 * an arm, also in functions and tests that came before.
 */
export class GrownTypes {
  private readonly parser: SourceParser;
  /** New fields by the name of the struct. */
  private readonly fields = new Map<string, ReadonlySet<string>>();
  /** New variants by the name of the enum. */
  private readonly variants = new Map<string, ReadonlySet<string>>();

  /** @param changed items that an edit changed, the types among them */
  constructor(parser: SourceParser, { changed }: Pick<ItemChanges, 'changed'>) {
    this.parser = parser;
    for (const { before, after } of changed) {
      const old = this.typeOf(before);
      const now = this.typeOf(after);
      if (old === undefined || now === undefined) continue;
      if (old.name !== now.name || old.kind !== now.kind) continue;
      const isKept = [...old.parts].every(([name, text]) => now.parts.get(name) === text);
      const added = [...now.parts.keys()].filter((name) => !old.parts.has(name));
      if (!isKept || added.length === 0) continue;
      const grown = now.kind === 'struct' ? this.fields : this.variants;
      grown.set(now.name, new Set(added));
    }
  }

  /** Whether an item differs only by first values of new fields, in literals, and by arms for new variants. */
  isOnlyGrown(before: CrateItem, after: CrateItem): boolean {
    if (this.fields.size + this.variants.size === 0) return false;
    const cuts = this.grownParts(after.item.text).sort((a, b) => a.start - b.start);
    if (cuts.length === 0) return false;
    let text = after.item.text;
    for (const { start, end } of cuts.toReversed()) {
      text = text.slice(0, start) + text.slice(end).replace(/^\s*,/, '');
    }
    return isSameText(withoutCommas(before.item.text), withoutCommas(text));
  }

  /**
   * Where the first values of new fields and the arms of new variants stand, also within the arguments of
   * macros such as `assert_eq!`.
   */
  private grownParts(text: string): { start: number; end: number }[] {
    const tree = parseSyntax(this.parser, text);
    return descendants(tree.root).flatMap((node) => {
      if (this.isFirstValue(tree, node)) return [{ start: node.start, end: node.end }];
      const arm = this.newArm(tree, node);
      if (arm !== undefined) return [arm];
      if (node.type !== 'token_tree' || node.parent?.type !== 'macro_invocation') return [];
      const from = node.start + 1;
      const found = this.grownParts(`${CALL}${text.slice(from, node.end - 1)});}`);
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

  /** An arm for new variants alone, or what such a pattern adds to the pattern of another arm. */
  private newArm(tree: SyntaxTree, node: SyntaxNode): { start: number; end: number } | undefined {
    if (this.variants.size === 0) return undefined;
    if (node.type === 'match_arm') {
      const pattern = childOf(node, 'pattern');
      const isNew = pattern !== undefined && this.isOfNewVariants(tree.textOf(pattern));
      return isNew ? { start: node.start, end: node.end } : undefined;
    }
    if (node.type !== 'or_pattern') return undefined;
    const [left, right] = node.children.filter(({ named }) => named);
    if (left === undefined || right === undefined) return undefined;
    // Where both are new the arm is, too.
    if (this.isOfNewVariants(tree.textOf(left))) return undefined;
    return this.isOfNewVariants(tree.textOf(right))
      ? { start: left.end, end: right.end }
      : undefined;
  }

  /** Whether each alternative of a pattern is a new variant, by its path, with whatever it holds. */
  private isOfNewVariants(pattern: string): boolean {
    return pattern
      .replace(/^\s*\|/, '')
      .split('|')
      .every((one) => {
        const path = /^\s*&?\s*((?:\w+\s*::\s*)+)(\w+)\s*(?:$|[({])/.exec(one);
        const [, prefix = '', variant = ''] = path ?? [];
        const [owner = ''] = prefix.match(/\w+(?=\s*::\s*$)/) ?? [];
        const owners = owner === 'Self' ? [...this.variants.values()] : [this.variants.get(owner)];
        return owners.some((names) => names?.has(variant));
      });
  }

  private typeOf({ item }: CrateItem): GrowingType | undefined {
    if (!item.key.startsWith('type ')) return undefined;
    const tree = parseSyntax(this.parser, item.text);
    const node = descendants(tree.root).find(({ type }) => /^(?:struct|enum)_item$/.test(type));
    const name = node && childOf(node, 'name');
    if (node === undefined || name === undefined) return undefined;
    const kind = node.type === 'struct_item' ? 'struct' : 'enum';
    const wanted = kind === 'struct' ? 'field_declaration' : 'enum_variant';
    const parts = descendants(node).filter(({ type }) => type === wanted);
    return {
      ...{ kind, name: tree.textOf(name) },
      parts: new Map(
        parts.map((part) => {
          const text = kind === 'struct' ? (childOf(part, 'type') ?? part) : part;
          return [tree.textOf(childOf(part, 'name') ?? part), tree.textOf(text)];
        }),
      ),
    };
  }
}

/** Behind an arm with a block a comma may stand or not. */
function withoutCommas(text: string): string {
  return text.replaceAll(/\}\s*,/g, '}');
}

/** What stands before the arguments of a macro, so that they parse. */
const CALL = 'fn f(){g(';

interface GrowingType {
  readonly kind: 'struct' | 'enum';
  readonly name: string;
  /** Types of fields, or texts of variants, by names. */
  readonly parts: ReadonlyMap<string, string>;
}

/** What could do more than give a first value. */
const WORK =
  /^(?:block|unsafe_block|assignment_expression|compound_assignment_expr|return_expression|break_expression|continue_expression|try_expression|closure_expression|mutable_specifier)$/;

function isPlain(node: SyntaxNode): boolean {
  return !descendants(node).some(({ type }) => WORK.test(type));
}
