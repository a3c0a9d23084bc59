import { lengthAsC } from '../cases/length-expression.ts';
import { NotComparable } from '../not-comparable.ts';
import { groupSize } from '../pairing/flat-groups.ts';
import type { CallbackPair, ListPair, Pair, PairField } from '../pairing/pair.ts';
import type { StreamPair } from '../pairing/stream-pair.ts';
import { cTypeNameOfPair } from '../plan/c-type-of-pair.ts';
import { cLiteral } from '../plan/c-variables.ts';
import { readBehindCode, refuseFlexible } from './flexible-code.ts';
import type { FreshNames } from './fresh-names.ts';
import {
  listAround,
  listAroundWritten,
  placedCode,
  placeReadCode,
  placeWriteCode,
} from './place-code.ts';
import { taggedReadCode, taggedWriteCode } from './tagged-code.ts';

/** For how many elements more there is room, mostly, where one behind the last is always there. */
const MORE_ROOM = 16;

/** C statements that read a value of a pair from the case into an lvalue. */
export function cReadCode(pair: Pair, to: string, names: FreshNames): string {
  switch (pair.kind) {
    case 'integer':
    case 'enum':
      return `${to} = rw_get_${scalarName(pair)}();`;
    case 'float':
      return `${to} = rw_get_f${pair.bits}();`;
    case 'boolean':
      return `${to} = rw_get_u8() != 0;`;
    case 'array':
      refuseFlexible(pair.of);
      return loopCode(`${pair.length}`, names, (index) =>
        cReadCode(pair.of, placeIn(pair.of, to, index), names),
      );
    case 'record': {
      for (const field of pair.fields) refuseFlexible(field.pair);
      const dropped = pair.isFlat === true ? '' : `memset(&${to}, 0, sizeof ${to});`;
      return [
        dropped,
        ...pair.fields.map((field) => cReadCode(field.pair, fieldC(pair, to, field), names)),
        ...pair.fields.map((field) => writtenRoomCode(field, to)),
        ...pair.fields.map((field) => placedCode(field, to)),
        ...(pair.constants ?? []).map(
          ({ field, value }) =>
            `${to}.${field} = ${typeof value === 'bigint' ? cLiteral(value) : value};`,
        ),
      ].join('\n');
    }
    case 'tagged':
      return taggedReadCode(pair, to, names, (field, place) => cReadCode(field, place, names));
    case 'callback':
      return callbackReadCode(pair, to);
    case 'nullable':
      if (pair.none !== undefined) {
        const none = cLiteral(pair.none);
        return `if (rw_get_u8()) { ${cReadCode(pair.of, to, names)} if (${to} == ${none}) rw_invalid_input(); } else ${to} = ${none};`;
      }
      if (pair.of.kind === 'callback') {
        return `if (rw_get_u8()) { ${callbackReadCode(pair.of, to)} } else ${to} = 0;`;
      }
      if (pair.isUntyped === true) {
        return `if (rw_get_u8()) { ${untypedReadCode(pair.of, to, names)} } else ${to} = 0;`;
      }
      if (pair.of.kind === 'list' || pair.of.kind === 'place') {
        return `if (rw_get_u8()) { ${cReadCode(pair.of, to, names)} } else ${to} = 0;`;
      }
      return `if (rw_get_u8()) { ${readBehindCode(pair.of, to, cReadCode(pair.of, pointeeLvalue(pair.of, to), names))} } else ${to} = 0;`;
    case 'end':
    case 'absent':
      return `${to} = 0;`;
    case 'untouched':
      return '';
    case 'pointer':
      if (pair.isUntyped === true) return untypedReadCode(pair.of, to, names);
      return readBehindCode(pair.of, to, cReadCode(pair.of, pointeeLvalue(pair.of, to), names));
    case 'descriptor':
    case 'files':
      throw new NotComparable('an open file is given as a parameter');
    case 'stream':
      if (pair.c === 'folder') return `${to} = rw_folder("${pair.key}");`;
      if (pair.c === 'file') return `${to} = rw_file("${pair.key}", ${fileKind(pair)});`;
      return `${to} = rw_stream("${pair.key}", ${pair.does === 'reads' ? 1 : 0}, ${pair.rust === 'stream' ? 1 : 0});`;
    case 'place':
      return placeReadCode(pair, to);
    case 'list': {
      if (pair.around !== undefined) return aroundReadCode(pair, pair.around, to, names);
      if (pair.writtenRoom !== undefined) return 'if (rw_get_u32() != 0) rw_invalid_input();';
      refuseFlexible(pair.of);
      const count = names.next('rw_n');
      const owner = to.slice(0, to.lastIndexOf('.'));
      // A field that tells the room is now and then to say that there is none left.
      const [least, most] = pair.isEnded === true ? [1, MORE_ROOM] : [0, pair.spare];
      const spare =
        pair.roomField === undefined ? `${pair.spare}` : `(${count} % 4 == 3 ? ${least} : ${most})`;
      const room = `(${count} + ${spare}${pair.isText ? ' + 1' : ''})`;
      const parts = [`rw_u32 ${count} = rw_get_u32();`];
      if (pair.room !== undefined) parts.push(`if (${room} > ${pair.room}) rw_invalid_input();`);
      else {
        const owned = `rw_owned(${room} * sizeof *${to})`;
        // An empty `Vec` stands for no memory as well, which is what C has before it allocates any.
        const isNone = pair.lengthFrom !== undefined && pair.spare === 0 && !pair.isText;
        parts.push(`${to} = ${isNone ? `${count} == 0 ? 0 : ${owned}` : owned};`);
      }
      parts.push(
        loopCode(count, names, (index) => cReadCode(pair.of, elementC(pair, to, index), names)),
      );
      if (pair.isText || (pair.isEnded === true && (isNumber(pair.of) || isPointer(pair.of)))) {
        parts.push(`${elementC(pair, to, count)} = 0;`);
      }
      const { lengthField, roomField } = pair;
      if (lengthField !== undefined) {
        parts.push(`${owner}.${lengthField} = ${count};`);
        if (pair.room === undefined && !pair.isText && pair.hasBitLength !== true) {
          const end = pair.isEnded === true ? ' + 1' : '';
          const number = isNumber(pair.of) ? `sizeof *${to}` : '0';
          const length = `&${owner}.${lengthField}, sizeof ${owner}.${lengthField}`;
          parts.push(
            `rw_behind(${to}, ${count}${end}, ${room}, sizeof *${to}, ${number}, ${length});`,
          );
        }
      }
      if (roomField !== undefined) parts.push(`${owner}.${roomField} = ${room};`);
      if (pair.endField !== undefined) parts.push(`${owner}.${pair.endField} = ${to} + ${count};`);
      return `{ ${parts.join('\n')} }`;
    }
  }
}

function isNumber({ kind }: Pair): boolean {
  return kind === 'integer' || kind === 'enum' || kind === 'boolean' || kind === 'float';
}

/** What C has as a pointer: null behind the last one ends a list of them. */
function isPointer(pair: Pair): boolean {
  if (pair.kind === 'list') return pair.room === undefined;
  return pair.kind === 'pointer' || (pair.kind === 'nullable' && pair.none === undefined);
}

/** Puts a function, and its script as its context, where the C looks for them. */
function callbackReadCode({ id, c: { place } }: CallbackPair, to: string): string {
  const owner = to.slice(0, to.lastIndexOf('.'));
  const isRecord = place.kind === 'record';
  const cleared = isRecord ? `memset(&${to}, 0, sizeof ${to});` : '';
  const function_ = isRecord ? `${to}.${place.function}` : to;
  const context =
    place.kind === 'parameter'
      ? `${to}_context`
      : place.context && `${isRecord ? to : owner}.${place.context}`;
  const script = `void *rw_given = rw_script_${id}();`;
  const given = context === undefined ? '' : `${context} = rw_given;`;
  return `{ ${cleared} ${script} ${function_} = rw_function_${id}(rw_given); ${given} }`;
}

/** C statements that write a value of a pair to the results. */
export function cWriteCode(pair: Pair, from: string, names: FreshNames, length?: string): string {
  switch (pair.kind) {
    case 'integer':
    case 'enum':
      return `rw_put_${scalarName(pair)}(${from});`;
    case 'float':
      return `rw_put_f${pair.bits}(${from});`;
    case 'boolean':
      return `rw_put_u8((${from}) != 0);`;
    case 'array':
      return loopCode(`${pair.length}`, names, (index) =>
        cWriteCode(pair.of, placeIn(pair.of, from, index), names),
      );
    case 'record':
      return pair.fields
        .map((field) => cWriteCode(field.pair, fieldC(pair, from, field), names))
        .join('\n');
    case 'tagged':
      return taggedWriteCode(pair, from, names, (field, place) => cWriteCode(field, place, names));
    case 'nullable': {
      if (pair.none !== undefined) {
        const own = cWriteCode(pair.of, from, names);
        return `if (${from} != ${cLiteral(pair.none)}) { rw_put_u8(1); ${own} } else rw_put_u8(0);`;
      }
      const to = pair.isUntyped === true ? typed(pair.of, from) : `(*${from})`;
      const isWhole = pair.of.kind === 'list' || pair.of.kind === 'place';
      const inner = cWriteCode(pair.of, isWhole ? from : to, names);
      return `if (${from}) { rw_put_u8(1); ${inner} } else rw_put_u8(0);`;
    }
    case 'end':
    case 'absent':
    case 'untouched':
      return '';
    case 'pointer': {
      const to = pair.isUntyped === true ? typed(pair.of, from) : `(*${from})`;
      return cWriteCode(pair.of, to, names);
    }
    case 'descriptor':
      return `rw_put_descriptor(${from});`;
    case 'files':
      return 'rw_put_files();';
    case 'stream':
      if (pair.c === 'file') return `rw_put_file("${pair.key}", ${fileKind(pair)});`;
      return `rw_put_${pair.rust === 'printed' ? 'printed' : 'stream'}("${pair.key}");`;
    case 'callback':
      throw new NotComparable(`what ${pair.name} is after the call`);
    case 'place':
      return placeWriteCode(pair, from);
    case 'list': {
      if (pair.around !== undefined) return aroundWriteCode(pair, pair.around, from, names);
      if (pair.writtenRoom !== undefined) return writtenListCode(pair, from, names);
      const count = names.next('rw_n');
      const owner = from.slice(0, from.lastIndexOf('.'));
      const known = length ?? lengthInRecord(pair, owner, from) ?? 'nul';
      const counted = known === 'nul' ? `rw_length(${from}, sizeof *${from})` : known;
      const isUtf8 = pair.isText && pair.rust === 'string';
      const check = isUtf8 ? `rw_utf8(${from}, ${count});` : '';
      // No list is left at null, whatever the length beside it says; nor is a text of a record.
      const some = known === 'nul' && !from.includes('.') ? '' : `!${from} ? 0 : `;
      return `{ rw_u32 ${count} = ${some}rw_count(${counted}); ${check} rw_put_u32(${count});
${loopCode(count, names, (index) => cWriteCode(pair.of, elementC(pair, from, index), names))} }`;
    }
  }
}

/** A list that no pointer leads to the beginning of. */
function aroundReadCode(pair: ListPair, pointer: string, to: string, names: FreshNames): string {
  const { list, count, code } = listAround(pointer, pair.endField, to, names);
  return `{ ${code} ${loopCode(count, names, (index) => cReadCode(pair.of, elementC(pair, list, index), names))} }`;
}

function aroundWriteCode(pair: ListPair, pointer: string, from: string, names: FreshNames): string {
  const { list, count, code } = listAroundWritten(pointer, pair.endField, from, names);
  return `{ ${code} ${loopCode(count, names, (index) => cWriteCode(pair.of, elementC(pair, list, index), names))} }`;
}

/** Memory for a list that the C writes, once the field is known that tells its room. */
function writtenRoomCode({ c, pair }: PairField, owner: string): string {
  if (pair.kind !== 'list' || pair.writtenRoom === undefined) return '';
  const field = `${owner}.${c}`;
  const { writtenRoom } = pair;
  const room = typeof writtenRoom === 'number' ? `${writtenRoom}` : `${owner}.${writtenRoom}`;
  return `${field} = rw_written_room(&${field}, ${room}, sizeof *${field});`;
}

/** What the C has written since, up to where its pointer is now. */
function writtenListCode(pair: ListPair, from: string, names: FreshNames): string {
  const [count, start] = [names.next('rw_n'), names.next('rw_start')];
  return `{ __typeof__(&*${from}) ${start}; rw_u32 ${count} = rw_written(&${from}, ${from}, sizeof *${from}, (void **)&${start}); rw_put_u32(${count});
${loopCode(count, names, (index) => cWriteCode(pair.of, elementC(pair, start, index), names))} }`;
}

/** As the driver numbers what is done with a file. */
function fileKind({ does }: StreamPair): number {
  return { reads: 0, writes: 1, both: 2 }[does];
}

/** Bytes may be behind a pointer to `void`. */
function elementC({ of }: ListPair, list: string, index: string): string {
  return placeIn(of, writable(of, list), index);
}

/** A pointer to values of a pair through which they can be written even where the C may only read them. */
function writable(of: Pair, pointer: string): string {
  const type = plainTypeOf(of);
  return type === undefined ? pointer : `((${type} *)${pointer})`;
}

/** The name of a type without qualifiers; undefined of those that the driver does not name. */
function plainTypeOf(pair: Pair): string | undefined {
  if (pair.kind === 'integer' || pair.kind === 'enum') return `rw_${scalarName(pair)}`;
  if (pair.kind === 'float') return `rw_f${pair.bits}`;
  const isNamed = pair.kind === 'record' && pair.isFlat !== true && /^\w+(?: \w+)?$/.test(pair.c);
  return isNamed ? pair.c : undefined;
}

/** An element of a list, or where a group of elements begins. */
export function placeIn(of: Pair, list: string, index: string): string {
  const size = groupSize(of);
  const isGroup = (of.kind === 'array' || of.kind === 'record') && of.isFlat === true;
  return isGroup ? `(&${list}[(${index}) * ${size}])` : `${list}[${index}]`;
}

function fieldC(
  record: Extract<Pair, { kind: 'record' }>,
  owner: string,
  { c, pair }: PairField,
): string {
  if (pair.kind === 'tagged' && pair.isInline === true) return owner;
  return record.isFlat === true ? `${owner}[${c}]` : `${owner}.${c}`;
}

/** How many elements a list of a record has, as a C expression. */
export function lengthInRecord(pair: ListPair, owner: string, from: string): string | undefined {
  const { endField, lengthField, lengthFrom } = pair;
  if (endField !== undefined) {
    return `rw_place_of(${owner}.${endField}, ${from}, (rw_u64)-1, sizeof *${from})`;
  }
  if (lengthFrom !== undefined)
    return `rw_long(${lengthAsC(lengthFrom, (name) => `${owner}.${name}`)})`;
  return lengthField === undefined ? undefined : `${owner}.${lengthField}`;
}

/** What a pointer points at, to be written even where the C may only read it. */
function pointeeLvalue(of: Pair, to: string): string {
  return `(*${writable(of, to)})`;
}

/** A value behind a pointer to anything. */
function untypedReadCode(of: Pair, to: string, names: FreshNames): string {
  const value = names.next('rw_value');
  const type = cTypeNameOfPair(of);
  const read = readBehindCode(of, value, cReadCode(of, `(*${value})`, names));
  return `{ __typeof__(${type}) *${value}; ${read} ${to} = ${value}; }`;
}

/** What a pointer to anything leads to, as what it is. */
function typed(of: Pair, pointer: string): string {
  return `(*(__typeof__(${cTypeNameOfPair(of)}) *)${pointer})`;
}

function loopCode(count: string, names: FreshNames, body: (index: string) => string): string {
  const index = names.next('rw_at');
  return `for (rw_u32 ${index} = 0; ${index} < ${count}; ${index}++) { ${body(index)} }`;
}

function scalarName({ bits, signed }: { bits: number; signed: boolean }): string {
  return `${signed ? 'i' : 'u'}${bits}`;
}
