import type { TranslationUnit } from '../../code/c/unit.ts';
import { descendants } from '../../code/syntax/syntax.ts';

/** The fields that constructors initialise before their bodies, by the span of what they are given: `(raw)` of `owner_(raw)`. */
export function memberInitialisers(unit: TranslationUnit): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const node of descendants(unit.tree.root)) {
    if (node.type !== 'field_initializer') continue;
    const [field, given] = node.children;
    if (field?.type === 'field_identifier' && given !== undefined)
      found.set(`${given.start}-${given.end}`, unit.tree.textOf(field));
  }
  return found;
}
