import type { ClangCType } from '../../code/clang/types.ts';
import { lengthAsC, parseLength } from '../cases/length-expression.ts';
import { NotComparable } from '../not-comparable.ts';
import { fieldLength } from '../pairing/field-length.ts';
import { C_RETURN, cArgumentVariable } from '../plan/c-variables.ts';
import { fieldLengthCode, oldFieldVariable } from '../plan/field-length-code.ts';
import type { ResultFacts } from './result-facts.ts';

/**
 * The type of what C leaves at a place: what it returns, or what a parameter points at.
 * @throws NotComparable where the place is no parameter that is given
 */
export function cTypeAt(facts: ResultFacts, place: string): ClangCType {
  if (place === 'return') return facts.function.returns;
  const isGiven = facts.arguments.some(({ name }) => name === place);
  const param = facts.function.params.find(({ name }) => name === place);
  if (!isGiven || param === undefined) throw unknownAccessPath(place);
  if (param.type.kind === 'pointer') return param.type.to;
  if (param.type.kind === 'array') return param.type.of;
  return param.type;
}

/**
 * The C expression of the value at a place.
 * @throws NotComparable where the place is no parameter
 */
export function cValueAt(facts: ResultFacts, place: string): string {
  if (place === 'return') return C_RETURN;
  const param = facts.function.params.find(({ name }) => name === place);
  if (param === undefined) throw unknownAccessPath(place);
  const isPointer = param.type.kind === 'pointer' || param.type.kind === 'array';
  return isPointer ? `(*${cArgumentVariable(place)})` : cArgumentVariable(place);
}

/**
 * Where a pointer into a parameter is after the call, and the C expression that tells by how many elements it lies
 * behind the first.
 * @param from where the pointer is; by default what is returned, or the parameter itself where the C moves it on
 * @throws NotComparable where there is no pointer
 */
export function offsetAt(
  facts: ResultFacts,
  { offset, from }: { readonly offset: string; readonly from?: string | undefined },
): { readonly place: string; readonly value: string } {
  const list = facts.arguments.find(({ name }) => name === offset);
  const isMoved = list?.kind === 'elements' && list.isBehind === true;
  const start = fieldOf(facts, offset) ?? cArgumentVariable(isMoved ? `${offset}_first` : offset);
  const place = from ?? (isMoved ? offset : 'return');
  const type = cTypeAt(facts, place);
  if (type.kind !== 'pointer') {
    const what = place === 'return' ? `what ${facts.function.name} returns` : `*${place}`;
    throw new NotComparable(
      `${what} is no pointer into ${offset}: say "return" for a value, or where the pointer is ({ "offset": "${offset}", "from": "*end" })`,
    );
  }
  return { place, value: `(rw_u64)((__typeof__(${start}))${cValueAt(facts, place)} - ${start})` };
}

/**
 * The C expression of the list in a record that a parameter points at, as it is after the call; undefined for what is no
 * field.
 * @throws NotComparable where there is no such list
 */
function fieldOf({ function: f, records }: ResultFacts, list: string): string | undefined {
  const [name = '', field] = list.split('->');
  if (field === undefined) return undefined;
  const type = f.params.find((param) => param.name === name)?.type;
  const record = type?.kind === 'pointer' && type.to.kind === 'record' ? type.to : undefined;
  const known = records.get(record?.id ?? '');
  const listed = known?.fields?.find((one) => one.name === field);
  if (known === undefined || (listed?.type.kind !== 'pointer' && listed?.type.kind !== 'array')) {
    throw new NotComparable(`the result names ${list}, which is no list in a record of ${f.name}`);
  }
  // An object is a pointer to nothing known.
  return `((${known.name} *)${cArgumentVariable(name)})->${field}`;
}

/**
 * The C expression of a number of elements: what stands at a place, or what is computed of such numbers.
 * @throws NotComparable where a name is no parameter
 */
export function countAt(facts: ResultFacts, length: string): string {
  const told = fieldLength(length);
  if (told !== undefined) {
    const now = fieldLengthCode(told, facts.function.params, facts.records);
    return `rw_long((rw_i128)(${told.isOld ? oldFieldVariable(told) : now}))`;
  }
  const expression = /^\w+$/.test(length) ? undefined : parseLength(length);
  if (expression === undefined) return cValueAt(facts, length);
  return `rw_long(${lengthAsC(expression, (name) => cValueAt(facts, name))})`;
}

function unknownAccessPath(place: string): NotComparable {
  return new NotComparable(`the result names ${place}, which is no C parameter`);
}
