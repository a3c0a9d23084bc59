import type { Crate, CrateFile } from '../../../code/rust/crate/crate.ts';
import type { RustFunction } from '../../../code/rust/items/items.ts';
import { pointee, type RustType, simpleType } from '../../../code/rust/items/types.ts';
import { childOf, descendants, type SyntaxNode } from '../../../code/syntax/syntax.ts';
import type { CrateFunction } from './crate-lookups.ts';

/** Types of the library with methods of their own that lead to no type of the crate. */
const OF_LIBRARY =
  /^(?:[iu](?:8|16|32|64|128|size)|f32|f64|bool|char|str|String|Vec|VecDeque|Option|Result|Cell|(?:Hash|BTree)(?:Map|Set)|BinaryHeap|LinkedList|PathBuf|OsString|Cow)$/;

/** Where a method is called from. */
export interface CallSite {
  readonly crate: Crate;
  readonly file: CrateFile;
  readonly fn: RustFunction | undefined;
}

/**
 * Whether a method of the crate is surely not the one that is meant, although its name is: it is called on a field or
 * a parameter of another type, such as `self.items.swap(i, j)` within `swap`.
 */
export function isOfAnotherType(site: CallSite, on: SyntaxNode, { fn }: CrateFunction): boolean {
  const impls = site.crate.files.flatMap((file) => file.impls);
  const isInherent = impls.some(({ trait, type }) => trait === '' && type?.name === fn.owner);
  if (fn.trait !== '' || !isInherent) return false;
  const type = pointee(placeType(site, on));
  if (type === undefined || type.name === fn.owner) return false;
  if (/^(?:slice|array|tuple)$/.test(type.kind) || OF_LIBRARY.test(type.name)) return true;
  const isOfCrate = site.crate.files.some((file) => file.structNamed(type.name) !== undefined);
  const isDereferenced = impls.some(
    (one) => /^Deref(?:Mut)?$/.test(one.trait) && one.type?.name === type.name,
  );
  return isOfCrate && !isDereferenced;
}

/** The type that the text gives to `self`, a parameter, or a field of such; undefined where that takes more. */
function placeType(site: CallSite, node: SyntaxNode): RustType | undefined {
  const { crate, file, fn } = site;
  const inner = node.children.findLast(({ named }) => named);
  switch (node.type) {
    case 'self':
      return fn === undefined || fn.owner === '' ? undefined : simpleType(fn.owner);
    case 'identifier': {
      const name = file.tree.textOf(node);
      const isBoundAgain = descendants(fn?.body ?? node).some(
        (one) =>
          one !== node &&
          one.type === 'identifier' &&
          file.tree.textOf(one) === name &&
          /pattern|^let_|^for_|closure_parameters/.test(one.parent?.type ?? '') &&
          (one.field === 'pattern' || one.parent?.type !== 'let_declaration'),
      );
      return isBoundAgain ? undefined : fn?.parameters.find((one) => one.name === name)?.type;
    }
    case 'parenthesized_expression':
    case 'reference_expression':
      return inner && placeType(site, inner);
    case 'field_expression': {
      const [whole, field] = [childOf(node, 'value'), childOf(node, 'field')];
      if (whole === undefined || field === undefined) return undefined;
      const type = placeType(site, whole);
      const found = crate.files.filter(({ structNamed }) => structNamed(pointee(type)?.name ?? ''));
      return found.length === 1 ? found[0]?.fieldType(type, file.tree.textOf(field)) : undefined;
    }
    default:
      return undefined;
  }
}
