import type { Crate, CrateFile } from '../../code/rust/crate/crate.ts';
import { childOf, type SyntaxNode } from '../../code/syntax/syntax.ts';
import type { GateLocation } from '../gates/gate-result.ts';
import { locationsIn } from '../gates/locations-in.ts';

const DOCUMENTED =
  /^(?:function_item|struct_item|enum_item|trait_item|const_item|static_item|type_item|mod_item|function_signature_item)$/;

/** Public items of the delivered code without a doc comment. */
export function findUndocumented(crate: Crate): GateLocation[] {
  return locationsIn(crate, (file, node) => {
    const name = undocumentedName(file, node);
    return name === undefined ? undefined : `${name} has no documentation`;
  });
}

/** The name of a public item without a doc comment; undefined for anything else. */
export function undocumentedName(file: CrateFile, node: SyntaxNode): string | undefined {
  const isPublic = node.children.some(
    (child) => child.type === 'visibility_modifier' && file.tree.textOf(child) === 'pub',
  );
  const name = childOf(node, 'name');
  if (!DOCUMENTED.test(node.type) || !isPublic || name === undefined) return undefined;
  const comment = file.comments.before(node.start);
  if (/\/\/\/|\/\*\*/.test(comment)) return undefined;
  // A module of its own file describes itself there, with `//!`.
  if (node.type === 'mod_item') return undefined;
  return file.tree.textOf(name);
}
