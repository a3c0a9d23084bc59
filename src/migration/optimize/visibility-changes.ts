import { type Crate, type CrateFile, deliveredNodes } from '../../code/rust/crate/crate.ts';
import { childOf, descendants, type SyntaxNode } from '../../code/syntax/syntax.ts';
import type { CrateChange } from './change.ts';

const ITEMS =
  /^(?:function_item|struct_item|enum_item|union_item|trait_item|const_item|static_item|type_item)$/;
/** Files that use the library from outside. */
const OUTSIDE = /^(?:tests|benches|examples)\/|^src\/(?:main\.rs|bin\/)/;

/**
 * Items that are `pub` though nothing outside of the library names them.
 * @param isShared tells the items that are public on purpose, by name: what the C project offers
 */
export function visibilityChanges(crate: Crate, isKept: (name: string) => boolean): CrateChange[] {
  const used = new Set(
    crate.files
      .filter(({ path }) => OUTSIDE.test(path))
      .flatMap(({ tree }) =>
        descendants(tree.root)
          .map((node) => tree.textOf(node))
          .filter(isName),
      ),
  );
  return crate.files
    .filter(({ path }) => path.startsWith('src/') && !OUTSIDE.test(path))
    .flatMap((file) =>
      deliveredNodes(file).flatMap((node): CrateChange[] => {
        const word = publicWord(file, node);
        const name = nameOf(file, node);
        if (word === undefined || name === undefined || used.has(name) || isKept(name)) return [];
        const owner = file.functions.find((fn) => fn.node === node)?.owner ?? '';
        const path = owner === '' ? name : `${owner}::${name}`;
        const { line } = file.tree.location(node);
        return [
          {
            kind: 'visibility',
            key: JSON.stringify(['visibility', file.path, node.type, path]),
            what: `show ${path} to the crate only`,
            file: file.path,
            line,
            edits: [{ file: file.path, start: word.start, end: word.end, text: 'pub(crate)' }],
          },
        ];
      }),
    );
}

function isName(text: string): boolean {
  return /^\w+$/.test(text);
}

/** A plain `pub` of an item. */
function publicWord({ tree }: CrateFile, node: SyntaxNode): SyntaxNode | undefined {
  if (!ITEMS.test(node.type)) return undefined;
  const word = node.children.find(({ type }) => type === 'visibility_modifier');
  return word !== undefined && tree.textOf(word) === 'pub' ? word : undefined;
}

function nameOf({ tree }: CrateFile, node: SyntaxNode): string | undefined {
  const name = childOf(node, 'name');
  return name === undefined ? undefined : tree.textOf(name);
}
