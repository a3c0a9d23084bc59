import type { ClangCType } from '../../../code/clang/types.ts';
import type { ListPair, Pair } from '../../../equivalence/pairing/pair.ts';
import type { CAbi } from './c-abi.ts';
import { BYTE, elementTypeOf, fieldTypes, lengthInRust, pointeeTypeOf } from './from-c.ts';
import { NotLinkable } from './not-linkable.ts';

/**
 * Rust statements that put a value where the C looks for it.
 * @param c the C type of the place
 * @param place a Rust place of that type
 * @param from a Rust place of the value
 * @param at a Rust expression that names the parameter, for messages
 */
export function toC(
  pair: Pair,
  c: ClangCType,
  place: string,
  from: string,
  at: string,
  abi: CAbi,
): string {
  if ((pair.kind === 'array' || pair.kind === 'record') && pair.isFlat === true) {
    throw new NotLinkable('numbers that Rust keeps in groups, for which there are no shims yet');
  }
  switch (pair.kind) {
    case 'end':
      throw new NotLinkable('a type that contains itself, for which there are no shims yet');
    case 'absent':
      throw new NotLinkable(
        `a function of the caller, for which there are no shims yet: ${pair.because}`,
      );
    case 'untouched':
      throw new NotLinkable(`a field that C and Rust have in no common form: ${pair.because}`);
    case 'place':
      throw new NotLinkable('a pointer that is an index in Rust, for which there are no shims yet');
    case 'tagged':
      throw new NotLinkable(
        `${pair.c} and the enum ${pair.path}, for which there are no shims yet`,
      );
    case 'callback':
      throw new NotLinkable(
        `${pair.name} is a function of the caller, for which there are no shims yet`,
      );
    case 'integer': {
      const type = abi.type(c);
      if (pair.rust === 'char') return `${place} = fit(${from} as u32, ${at});`;
      if (pair.isByte) return `${place} = ${from} as ${type};`;
      return `${place} = ${type === pair.rust ? from : `fit(${from}, ${at})`};`;
    }
    case 'float':
      return `${place} = ${from};`;
    case 'boolean':
      return `${place} = ${from} as ${abi.type(c)};`;
    case 'enum': {
      const arms = pair.variants.map(
        ({ name, value }) => `subject::${pair.path}::${name} => ${value}`,
      );
      return `${place} = match ${from} { ${arms.join(', ')} };`;
    }
    case 'array': {
      const each = toC(pair.of, elementTypeOf(c), `${place}[i]`, `${from}[i]`, at, abi);
      return `for i in 0..${pair.length} { ${each} }`;
    }
    case 'record': {
      if (pair.isBare === true) {
        throw new NotLinkable(
          `${pair.c}, which Rust has as a list, and for which there are no shims yet`,
        );
      }
      const fields = fieldTypes(c, abi);
      // Lists first: other fields tell how long they were.
      const [lists, others] = [
        pair.fields.filter((field) => field.pair.kind === 'list'),
        pair.fields.filter((field) => field.pair.kind !== 'list'),
      ];
      return [...lists, ...others]
        .map((field) => {
          const type = fields.get(field.c);
          if (type === undefined) throw new NotLinkable(`a record has no field ${field.c}`);
          const inner = `${place}.${abi.field(field.c)}`;
          const value = `${from}.${field.rust}`;
          return field.pair.kind === 'list'
            ? listToField(field.pair, type, place, field.c, value, at, abi)
            : toC(field.pair, type, inner, value, at, abi);
        })
        .join(' ');
    }
    case 'pointer': {
      const value = pair.isBoxed ? `(*${from})` : from;
      const write = toC(pair.of, pointeeTypeOf(c), '(*p)', value, at, abi);
      return `{ let p = there(${place}, ${at}); ${write} }`;
    }
    case 'nullable':
      throw new NotLinkable('Rust may make or drop what a pointer of the C points at');
    case 'stream':
    case 'descriptor':
    case 'files':
      throw new NotLinkable('a stream, for which there are no shims yet');
    case 'list':
      throw new NotLinkable('a list is no value in C');
  }
}

/**
 * Elements of a field: in its own array, or in the memory that it points at. Where the C takes more
 * memory, this does; where it does not, its callers have given it enough for what both sides write.
 */
function listToField(
  pair: ListPair,
  c: ClangCType,
  owner: string,
  name: string,
  from: string,
  at: string,
  abi: CAbi,
): string {
  if (pair.writtenRoom !== undefined) {
    throw new NotLinkable(
      'a pointer that the C moves on as it writes, for which there are no shims yet',
    );
  }
  const { lengthField, lengthFrom, roomField } = pair;
  const place = `${owner}.${abi.field(name)}`;
  const set = (field: string | undefined, count: string) =>
    field === undefined ? '' : `${owner}.${abi.field(field)} = fit(${count}, ${at});`;
  const room = pair.spare + (pair.isText ? 1 : 0);
  if (pair.room !== undefined) {
    const start = `${place}.as_mut_ptr()`;
    const write = writeElements(pair, elementTypeOf(c), start, from, `Some(${pair.room})`, at, abi);
    return `{ ${write} ${set(lengthField, 'n')} }`;
  }
  if (!pair.isText && lengthField === undefined && lengthFrom === undefined) {
    throw new NotLinkable('nothing tells a caller in C how many elements a field has');
  }
  if (!abi.moves(name)) {
    const write = writeElements(pair, elementTypeOf(c), place, from, 'None', at, abi);
    return `{ ${write} ${set(lengthField, 'n')} }`;
  }
  const had =
    roomField !== undefined
      ? `fit::<_, usize>(${owner}.${abi.field(roomField)}, ${at})`
      : lengthField !== undefined
        ? `fit::<_, usize>(${owner}.${abi.field(lengthField)}, ${at})`
        : lengthFrom !== undefined
          ? `fit::<_, usize>(${lengthInRust(lengthFrom, owner, abi)}, ${at})`
          : `text(${place} as *const u8, ${at}).len() + 1`;
  const grow = `let wanted = ${from}.len() + ${room}; if wanted > ${had} { ${place} = grown(${place}, wanted); ${set(roomField, 'wanted')} }`;
  const write = writeElements(pair, elementTypeOf(c), place, from, 'None', at, abi);
  return `{ ${grow} ${write} ${set(lengthField, 'n')} }`;
}

/**
 * Statements that write the elements of a list, and a zero behind a text; `n` is their number after.
 * @param c the C type of an element
 * @param room a Rust expression of for how many there is room, if that is known
 */
export function writeElements(
  pair: ListPair,
  c: ClangCType,
  start: string,
  from: string,
  room: string,
  at: string,
  abi: CAbi,
  isText = pair.isText,
): string {
  const element = c.kind === 'void' ? BYTE : c;
  const list = pair.rust === 'string' ? `${from}.as_bytes()` : from;
  const each = toC(pair.of, element, '(*to.add(i))', '(*e)', at, abi);
  const end = isText ? ' *to.add(n) = 0;' : '';
  return `let n = ${list}.len(); let to = room_for(${start} as *mut ${abi.type(element)}, n + ${isText ? 1 : 0}, ${room}, ${at}); for (i, e) in ${list}.iter().enumerate() { ${each} }${end}`;
}
