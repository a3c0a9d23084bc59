import { childOf } from '../../code/syntax.ts';
import type { Place } from '../gates/gate-result.ts';
import { type Crate, placesIn } from '../gates/source/crate.ts';

const DOCUMENTED =
  /^(?:function_item|struct_item|enum_item|trait_item|const_item|static_item|type_item|mod_item|function_signature_item)$/;

/** Public items of the delivered code that nobody has described. */
export function undocumented(crate: Crate): Place[] {
  return placesIn(crate, (file, node) => {
    const isPublic = node.children.some(
      (child) => child.type === 'visibility_modifier' && file.tree.textOf(child) === 'pub',
    );
    const name = childOf(node, 'name');
    if (!DOCUMENTED.test(node.type) || !isPublic || name === undefined) return undefined;
    const comment = file.comments.before(node.start);
    if (/\/\/\/|\/\*\*/.test(comment)) return undefined;
    const body = childOf(node, 'body');
    const inside = body === undefined ? '' : file.tree.textOf(body).slice(1).trimStart();
    // A module of its own file may describe itself there, with `//!`.
    if (node.type === 'mod_item' && (body === undefined || inside.startsWith('//!')))
      return undefined;
    return `${file.tree.textOf(name)} has no documentation`;
  });
}
