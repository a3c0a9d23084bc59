import { descendants, type SyntaxNode } from '../../../src/code/syntax/syntax.ts';
import { replace } from '../edit.ts';
import type { FunctionPart, Program } from '../program.ts';
import { before, type Rewriting, type Transformation } from '../variant.ts';

/** A number has a name: that of a macro. */
export const macro: Transformation = (part, program) =>
  named(
    part,
    program,
    (value) => `#define MADE ${value}`,
    () => true,
  );

/** A number is a constant of an enumeration. */
export const enumerator: Transformation = (part, program) =>
  named(
    part,
    program,
    (value) => `enum { MADE = ${value} };`,
    () => true,
  );

/** A number is a constant variable, where the language asks for no constant expression. */
export const constant: Transformation = (part, program) =>
  named(part, program, (value) => `static const int MADE = ${value};`, isValue);

function named(
  part: FunctionPart,
  { tree }: Program,
  definition: (value: string) => string,
  fits: (node: SyntaxNode) => boolean,
): readonly Rewriting[] {
  const literals = descendants(part.body).filter(
    (node) => node.type === 'number_literal' && isPlainInt(tree.textOf(node)),
  );
  const groups = Map.groupBy(literals, (node) => tree.textOf(node));
  return [...groups].flatMap(([value, nodes]) => {
    const fitting = nodes.filter(fits);
    const [first] = fitting;
    if (first === undefined) return [];
    const edits = [
      before(part, definition(value)),
      ...fitting.map((node) => replace(node, 'MADE')),
    ];
    return [{ at: first.start, edits }];
  });
}

/** Of the type `int`, and not what also stands for a null pointer or a truth. */
function isPlainInt(text: string): boolean {
  return /^(?:0x[\da-f]+|[1-9]\d*)$/i.test(text) && Number(text) > 1 && Number(text) < 2 ** 31;
}

/** Whether any value may stand there. */
function isValue(node: SyntaxNode): boolean {
  for (let at = node; at.parent !== undefined; at = at.parent) {
    const { parent } = at;
    if (/array_declarator|bitfield|initializer_list|enumerator/.test(parent.type)) return false;
    if (parent.type === 'case_statement' && at.field === 'value') return false;
    if (
      parent.type === 'declaration' &&
      parent.children.some(({ type }) => type === 'storage_class_specifier')
    )
      return false;
    if (/_statement$/.test(parent.type)) return true;
  }
  return false;
}
