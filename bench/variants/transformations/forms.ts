import { childOf, descendants } from '../../../src/code/syntax/syntax.ts';
import { insert, replace } from '../edit.ts';
import { before, type Transformation } from '../variant.ts';
import { sitesOf } from './values.ts';

/** A value is converted to the type that it has. */
export const cast: Transformation = (part, program) =>
  sitesOf(part, program).map(({ node, type }) => ({
    at: node.start,
    edits: [insert(node.start, `((${type})(`), insert(node.end, '))')],
  }));

/** The type of a variable has a name. */
export const typeName: Transformation = (part, { tree }) =>
  [...part.variables.values()].flatMap(({ declaration, uses }) => {
    const type = childOf(declaration, 'type');
    if (type === undefined || !/^(?:primitive_type|sized_type_specifier)$/.test(type.type))
      return [];
    if (tree.textOf(type) === 'void') return [];
    const edits = [
      before(part, `typedef ${tree.textOf(type)} made_type;`),
      replace(type, 'made_type'),
    ];
    return [{ at: uses[0]?.start ?? type.start, edits }];
  });

/** `p[i]` becomes `*(p + i)`. */
export const pointerSum: Transformation = (part, { tree }) =>
  descendants(part.body).flatMap((node) => {
    const [argument, index] = [childOf(node, 'argument'), childOf(node, 'index')];
    if (node.type !== 'subscript_expression' || argument === undefined || index === undefined)
      return [];
    const isInner =
      node.parent?.type === 'update_expression' || node.parent?.type === 'sizeof_expression';
    const text = `*(${tree.textOf(argument)} + (${tree.textOf(index)}))`;
    return [
      {
        at: node.start,
        edits: [replace(node, isInner || node.parent?.children[0] === node ? `(${text})` : text)],
      },
    ];
  });

/** `a->b` becomes `(*a).b`. */
export const star: Transformation = (part, { tree }) =>
  descendants(part.body).flatMap((node) => {
    const [argument, field] = [childOf(node, 'argument'), childOf(node, 'field')];
    const isArrow = node.children.some(({ type }) => type === '->');
    if (
      node.type !== 'field_expression' ||
      !isArrow ||
      argument === undefined ||
      field === undefined
    )
      return [];
    return [
      {
        at: node.start,
        edits: [replace({ start: node.start, end: field.start }, `(*${tree.textOf(argument)}).`)],
      },
    ];
  });
