import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { childrenOf, descendants, parseSyntax, type SyntaxNode } from '../../code/syntax/syntax.ts';
import { type CrateItem, isSameText } from '../crate/item-changes.ts';

/**
 * Whether a given type was only completed in a way that no user of it can see: it derives more, or a struct
 * that users cannot write out, since it has a private field, has more private fields.
 */
export function isCompatibleType(
  parser: SourceParser,
  before: CrateItem,
  after: CrateItem,
): boolean {
  if (!before.item.key.startsWith('type ') || before.item.key !== after.item.key) return false;
  const [old, now] = [partsOf(parser, before), partsOf(parser, after)];
  if (![...old.derives].every((name) => now.derives.has(name))) return false;
  const names = new Set(old.fields.map(({ name }) => name));
  const added = now.fields.filter(({ name }) => !names.has(name));
  if (added.some(({ isPublic }) => isPublic)) return false;
  if (added.length > 0 && old.fields.every(({ isPublic }) => isPublic)) return false;
  let text = now.text;
  for (const { start, end } of added.toReversed()) {
    text = text.slice(0, start) + text.slice(end).replace(/^\s*,/, '');
  }
  return isSameText(withoutDerives(old.text), withoutDerives(text));
}

interface Field {
  readonly name: string;
  readonly isPublic: boolean;
  readonly start: number;
  readonly end: number;
}

function partsOf(parser: SourceParser, { item: { text } }: CrateItem) {
  const tree = parseSyntax(parser, text);
  const fields = descendants(tree.root).filter(({ type }) => type === 'field_declaration');
  const has = (node: SyntaxNode, type: string) => node.children.some((one) => one.type === type);
  const derives = [...text.matchAll(DERIVE)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.trim()),
  );
  return {
    text,
    derives: new Set(derives.filter((name) => name !== '')),
    fields: fields.map((node): Field => {
      const [name] = childrenOf(node, 'name');
      return {
        name: name === undefined ? '' : tree.textOf(name),
        isPublic: has(node, 'visibility_modifier'),
        ...{ start: node.start, end: node.end },
      };
    }),
  };
}

const DERIVE = /#\[\s*derive\s*\(([^)]*)\)\s*\]/g;

function withoutDerives(text: string): string {
  return text.replaceAll(DERIVE, '').replaceAll(/,(?=\s*\})/g, '');
}
