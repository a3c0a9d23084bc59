import { type Edit, insert, replace } from '../edit.ts';
import type { FunctionPart, Program, Variable } from '../program.ts';
import { declared } from '../tree.ts';
import { before, MADE, type Transformation } from '../variant.ts';

/** How a variable is kept: a declaration of the type, one of what holds it, and what names it. */
interface Home {
  readonly type: (field: string) => string;
  readonly place: string;
  readonly use: string;
}

const RECORD = (field: string) => `struct made_record { int made_first; ${field}; };`;

const HOMES = {
  field: { type: RECORD, place: 'struct made_record made;', use: 'made' },
  pointed: {
    type: RECORD,
    place: 'struct made_record made_room; struct made_record *made = &made_room;',
    use: 'made',
  },
} satisfies Readonly<Record<string, Home>>;

/** A local variable is a field of a record. */
export const field: Transformation = (part, program) => moved(part, program, HOMES.field, '.');

/** A local variable is a field of a record that a pointer leads to. */
export const pointedField: Transformation = (part, program) =>
  moved(part, program, HOMES.pointed, '->');

function moved(part: FunctionPart, { text }: Program, home: Home, operator: string) {
  return [...part.variables.values()].flatMap((variable) => {
    const { name, type, uses } = variable;
    if (/\bconst$|^const [^*]*$|\[[^\]]*[a-z]|\[\]/i.test(type)) return [];
    const use = `${home.use}${operator}${name}`;
    const declaration = declarationOf(variable, part, home.place, use);
    if (declaration === undefined || uses.length === 0) return [];
    // A macro may name what it is given, or what stands around it.
    if (new RegExp(`#.*\\b${name}\\b`).test(text)) return [];
    const edits = [
      before(part, home.type(declared(type, name))),
      declaration,
      ...uses.map((each) => replace(each, use)),
    ];
    return uses.some((each) => within(each, declaration))
      ? []
      : [{ at: uses[0]?.start ?? 0, edits }];
  });
}

function within({ start, end }: { start: number; end: number }, edit: Edit): boolean {
  return edit.start < edit.end && start >= edit.start && end <= edit.end;
}

/** What declares the record in the place of the variable, or beside the parameter. */
function declarationOf(
  { isParameter, declaration, initial, name, type }: Variable,
  { body }: FunctionPart,
  place: string,
  use: string,
): Edit | undefined {
  if (isParameter) {
    if (type.includes('[')) return undefined;
    return insert(body.start + 1, ` ${place} ${use} = ${name}; ${MADE}`);
  }
  const declarators = declaration.children.filter((child) => child.field === 'declarator');
  if (declaration.parent?.type !== 'compound_statement' || declarators.length !== 1)
    return undefined;
  if (initial === undefined) return replace(declaration, place);
  if (initial.type === 'initializer_list' || type.includes('[')) return undefined;
  // The part before the value goes; the value stays as it is, for what else is changed in it.
  return replace({ start: declaration.start, end: initial.start }, `${place} ${use} = `);
}
