import { descendants } from '../../../src/code/syntax/syntax.ts';
import { replace } from '../edit.ts';
import type { Transformation } from '../variant.ts';

/** What the program names itself has names that say nothing: variables, functions, fields. */
export const rename: Transformation = (part, { tree, text, functions }) => {
  if (part !== functions[0]) return [];
  const all = descendants(tree.root);
  const own = new Set(functions.flatMap(({ name, variables }) => [name, ...variables.keys()]));
  const directives = text
    .split('\n')
    .filter((line) => /^\s*#/.test(line))
    .join('\n');
  const fields = new Set(
    all.flatMap((node) =>
      node.type === 'field_identifier' &&
      node.parent?.type !== 'field_expression' &&
      node.parent?.type !== 'field_designator'
        ? [tree.textOf(node)]
        : [],
    ),
  );
  const numbers = new Map<string, number>();
  const edits = all.flatMap((node) => {
    const name = tree.textOf(node);
    const isOwn =
      node.type === 'identifier'
        ? own.has(name)
        : node.type === 'field_identifier' && fields.has(name);
    if (!isOwn || name === 'main' || new RegExp(`\\b${name}\\b`).test(directives)) return [];
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return [replace(node, `v${number}`)];
  });
  return edits.length === 0 ? [] : [{ at: part.body.start, edits }];
};
