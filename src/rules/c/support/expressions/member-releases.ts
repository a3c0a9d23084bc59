import type { ClassField, ClassMembers } from '../../../../code/c/class-members.ts';
import { expressionsOf } from '../../../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { childOf, descendants, type SyntaxNode } from '../../../../code/syntax/syntax.ts';

/** What the code of a class puts into one of its pointers, and how it gives that back. */
export interface MemberMemory {
  readonly name: string;
  /** Whether each is an array, of what `new` gives it. */
  readonly allocated: readonly boolean[];
  /** Whether it is given anything that is neither from `new` nor null. */
  readonly hasOther: boolean;
  readonly released: readonly { readonly node: SyntaxNode; readonly isArray: boolean }[];
  /** Whether the destructor gives it back. */
  readonly isDestroyed: boolean;
}

/** The memory of the pointers of a class; of those alone that no other code of the file sets. */
export function memberMemory(each: ClassMembers, unit: TranslationUnit): MemberMemory[] {
  const { tree } = unit;
  const all = [...each.constructors, ...each.methods, each.destructor];
  const definitions = all.flatMap((method) => method?.definition ?? []);
  if (definitions.length === 0) return [];
  const text = (node: SyntaxNode | undefined) =>
    node === undefined
      ? ''
      : tree
          .textOf(node)
          .replace(/^this\s*->\s*/, '')
          .trim();
  const nodes = definitions.flatMap((definition) => descendants(definition));
  const inDestructor = new Set(
    each.destructor?.definition === undefined ? [] : descendants(each.destructor.definition),
  );
  return each.fields.flatMap((field): MemberMemory[] => {
    if (field.type.kind !== 'pointer') return [];
    if (field.access === 'public' && isSetElsewhere(field.name, each, unit)) return [];
    const given = [
      ...atDeclaration(field),
      ...nodes.flatMap((node) => givenBy(node, field.name, text)),
    ];
    const released = nodes
      .filter(({ type }) => type === 'delete_expression')
      .filter((node) => text(node.children.findLast(({ named }) => named)) === field.name);
    const allocated = given.filter(({ type }) => type === 'new_expression');
    return [
      {
        name: field.name,
        allocated: allocated.map((node) => childOf(node, 'declarator') !== undefined),
        hasOther: given.some(
          (node) => node.type !== 'new_expression' && !/^(?:nullptr|NULL|0|)$/.test(text(node)),
        ),
        released: released.map((node) => ({
          node,
          isArray: /^(?:::)?\s*delete\s*\[/.test(tree.textOf(node)),
        })),
        isDestroyed: released.some((node) => inDestructor.has(node)),
      },
    ];
  });
}

/** Whether code of the file outside of a class puts something into one of its public pointers. */
function isSetElsewhere(field: string, { outline }: ClassMembers, unit: TranslationUnit): boolean {
  return unit.functions
    .filter(({ qualifiedName }) => !qualifiedName.includes(`${outline.name}::`))
    .some(({ blocks }) =>
      expressionsOf(blocks).some(
        (expr) =>
          (expr.kind === 'assign' && expr.target.kind === 'member' && expr.target.name === field) ||
          (expr.kind === 'address' &&
            expr.operand.kind === 'member' &&
            expr.operand.name === field),
      ),
    );
}

/** What a node gives to a field: in the list of a constructor, or by an assignment. */
function givenBy(
  node: SyntaxNode,
  field: string,
  text: (node: SyntaxNode | undefined) => string,
): SyntaxNode[] {
  if (node.type === 'field_initializer') {
    const [name, list] = node.children.filter(({ named }) => named);
    if (text(name) !== field || list === undefined) return [];
    return list.children.filter(({ named }) => named).slice(0, 1);
  }
  if (node.type !== 'assignment_expression' || text(childOf(node, 'left')) !== field) return [];
  const right = childOf(node, 'right');
  return right === undefined ? [] : [right];
}

/** What a field begins with where it is declared: `int *all = new int[3];`, or in braces. */
function atDeclaration({ node, initialised }: ClassField): SyntaxNode[] {
  let declarator = node;
  while (declarator.parent !== undefined && declarator.parent.type !== 'field_declaration')
    declarator = declarator.parent;
  const siblings = declarator.parent?.children ?? [];
  const value = siblings
    .slice(siblings.indexOf(declarator) + 1)
    .find((child) => child.field === 'default_value' || child.type === ',');
  if (!initialised || value === undefined || value.type === ',') return [];
  return value.type === 'initializer_list'
    ? value.children.filter(({ named }) => named).slice(0, 1)
    : [value];
}
