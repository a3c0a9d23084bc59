import type { ClangCType } from '../../code/clang/types.ts';
import { NotComparable } from '../not-comparable.ts';
import { groupSize } from '../pairing/flat-groups.ts';
import { listWithPlaces, type Pair } from '../pairing/pair.ts';
import { cTypeNameOfPair } from '../plan/c-type-of-pair.ts';
import { cArgumentVariable, cLiteral } from '../plan/c-variables.ts';
import type { CArgument, ComparisonPlan } from '../plan/comparison-plan.ts';
import { cReadCode, lengthInRecord, placeIn } from './c-code.ts';
import { cTypeName, elementType, type RecordsById, recordName } from './c-type-name.ts';
import { readBehindCode, refuseFlexible } from './flexible-code.ts';
import type { FreshNames } from './fresh-names.ts';

/** The variable with the number of the object that an argument is. */
export function handleNumber(name: string): string {
  return `rw_number_${name}`;
}

/** The C code that reads an argument from the slot of its own. @param to what it points at */
export function argumentReadCode(
  argument: CArgument,
  to: ClangCType | undefined,
  names: FreshNames,
  records: RecordsById,
): string {
  const variable = cArgumentVariable(argument.name);
  switch (argument.kind) {
    case 'value':
      refuseFlexible(argument.pair);
      return `${cTypeNameOfPair(argument.pair)} ${variable}; ${cReadCode(argument.pair, variable, names)}`;
    case 'one': {
      const type =
        to === undefined
          ? 'void *'
          : to.kind === 'void'
            ? cTypeNameOfPair(argument.pair)
            : cTypeName(to, records, argument.pair);
      const read = cReadCode(argument.pair, `(*${variable})`, names);
      const make = readBehindCode(argument.pair, variable, read);
      return `${type} *${variable} = 0; ${nullable(argument.isNullable, make)}`;
    }
    case 'elements': {
      const { pair } = argument;
      if (argument.isBehind === true) {
        const first = { ...argument, name: `${argument.name}_first`, isBehind: false };
        const start = cArgumentVariable(first.name);
        return `${argumentReadCode(first, elementType(to), names, records)}
__typeof__(${start}) *${variable} = rw_room(sizeof *${variable}); *${variable} = ${start};
rw_u32 ${variable}_count = ${start}_count; (void)${variable}_count;`;
      }
      if (pair.kind !== 'list' && pair.kind !== 'array') throw new Error('no elements');
      refuseFlexible(pair.of);
      const isUntyped = to?.kind === 'void' || (to?.kind === 'integer' && to.bits === 8);
      const type =
        to === undefined
          ? 'void *'
          : isUntyped && groupSize(pair.of) === 1 && !isOneByte(pair.of)
            ? cTypeNameOfPair(pair.of)
            : cTypeName(to, records, pair.of);
      const group = groupSize(pair.of);
      const count = `${variable}_count`;
      const extra = argument.isText ? ' + 1' : '';
      const index = names.next('rw_at');
      if (pair.kind === 'list' && pair.only !== undefined) {
        const texts = pair.only.map((text) => JSON.stringify(text)).join(', ');
        const choose = `static const char *const rw_texts[] = {${texts}}; const char *rw_text = rw_texts[rw_get_u8() % ${pair.only.length}];
${count} = __builtin_strlen(rw_text); ${variable} = rw_room(${count} + 1); __builtin_memcpy(${variable}, rw_text, ${count} + 1);`;
        return `${type} *${variable} = 0; rw_u32 ${count} = 0; { ${nullable(argument.isNullable, choose)} }`;
      }
      // Memory behind a pointer that the C may move to another place.
      const room = argument.isGrowing === true ? 'rw_owned' : 'rw_room';
      const make = `${pair.kind === 'list' ? `${count} = rw_get_u32();` : ''}
${variable} = ${room}((${count}${group === 1 ? '' : ` * ${group}`}${extra}) * sizeof *${variable});
for (rw_u32 ${index} = 0; ${index} < ${count}; ${index}++) { ${cReadCode(pair.of, placeIn(pair.of, variable, index), names)} }
${argument.isText ? `${variable}[${count}] = 0;` : ''}
rw_give(${variable}, (${count}${group === 1 ? '' : ` * ${group}`}${extra}) * sizeof *${variable});`;
      const start = pair.kind === 'list' ? 0 : pair.length;
      return `${type} *${variable} = 0; rw_u32 ${count} = ${start}; ${nullable(argument.isNullable, make)}`;
    }
    case 'inside':
      return `rw_u64 ${variable}_at = 0; ${cReadCode(insidePair(argument.pair), `${variable}_at`, names)}`;
    case 'callback': {
      const make = cReadCode(argument.pair, variable, names);
      return `void *${variable} = 0, *${variable}_context = 0; ${nullable(argument.isNullable, make)}`;
    }
    default:
      throw new Error(`${argument.name} has no input`);
  }
}

function insidePair(pair: Pair | undefined): Pair {
  if (pair === undefined) throw new Error('the end of a list has no input');
  return pair;
}

function isOneByte(pair: Pair): boolean {
  return 'bits' in pair && pair.bits === 8;
}

function nullable(isNullable: boolean, make: string): string {
  return isNullable ? `if (rw_get_u8()) { ${make} }` : make;
}

/** The C code of arguments that are made without a slot of their own. */
export function argumentSetupCode(
  argument: CArgument,
  type: ClangCType | undefined,
  plan: ComparisonPlan,
  records: RecordsById,
): string {
  const variable = cArgumentVariable(argument.name);
  switch (argument.kind) {
    case 'output':
      return `${cTypeName(argument.of, records)} *${variable} = rw_room(${argument.room} * sizeof *${variable}); rw_u32 ${variable}_count = ${argument.room}; (void)${variable}_count; rw_give(${variable}, ${argument.room} * sizeof *${variable});${argument.code === undefined ? '' : ` *${variable} = ${cLiteral(argument.code)};`}`;
    case 'length': {
      const of = plan.c.find(({ name }) => name === argument.of);
      if (of === undefined) throw new NotComparable(`${argument.name} is the length of nothing`);
      const list = cArgumentVariable(argument.of);
      const count = countedCode(argument.each, list);
      if (!argument.isPointer) {
        return `if (${count} > ${largest(type)}) rw_invalid_input(); rw_i64 ${variable} = ${count};`;
      }
      const to = elementType(type);
      if (to === undefined) throw new NotComparable(`${argument.name} is no pointer`);
      return `${cTypeName(to, records)} *${variable} = rw_room(sizeof *${variable}); *${variable} = ${count};`;
    }
    case 'inside': {
      if (argument.list !== undefined) {
        const { start, length } = argument.list;
        return `if (${variable}_at >= ${length}) rw_invalid_input(); void *${variable} = ${start} + ${variable}_at;`;
      }
      const of = plan.c.find(({ name }) => name === argument.of);
      if (of?.kind === 'one') {
        return insideRecordCode(of.pair, variable, cArgumentVariable(argument.of));
      }
      const isMoved = of?.kind === 'elements' && of.isBehind === true;
      const list = cArgumentVariable(isMoved ? `${argument.of}_first` : argument.of);
      const count = `${list}_count`;
      if (argument.pair === undefined) {
        return `__typeof__(${list}) ${variable} = ${list} + ${count};`;
      }
      const at = `${variable}_at`;
      return `if (${at} > ${count}) rw_invalid_input(); __typeof__(${list}) ${variable} = ${list} + ${at};`;
    }
    case 'handle': {
      const number = handleNumber(argument.name);
      if (argument.isValue && type?.kind === 'record') {
        const name = recordName(type.id, records);
        return `${name} ${variable} = *(${name} *)rw_handle(${number});`;
      }
      if (elementType(type)?.kind !== 'record')
        throw new NotComparable(`${argument.name} points at no record`);
      return `void *${variable} = rw_handle(${number});`;
    }
    case 'made': {
      if (argument.isPointer) {
        return `void **${variable} = rw_room(sizeof *${variable}); *${variable} = 0;`;
      }
      const to = elementType(type);
      if (to?.kind !== 'record') throw new NotComparable(`${argument.name} points at no record`);
      const size = `sizeof(${recordName(to.id, records)})`;
      const zeroed = argument.isZeroed === true ? `__builtin_memset(${variable}, 0, ${size});` : '';
      return `void *${variable} = rw_room(${size}); ${zeroed}`;
    }
    case 'context':
      return `void *${variable} = ${cArgumentVariable(argument.of)}_context;`;
    case 'constant':
      return argument.value === null || (argument.value === 0n && type?.kind === 'pointer')
        ? `void *${variable} = 0;`
        : `rw_i64 ${variable} = (rw_i64)${BigInt.asUintN(64, argument.value)}ULL;`;
    default:
      return '';
  }
}

/** A pointer into the list of a record that is another argument. */
function insideRecordCode(pair: Pair, variable: string, record: string): string {
  const list = listWithPlaces(pair);
  if (list === undefined) throw new NotComparable('a record has no list to point into');
  const at = `${variable}_at`;
  const { around } = list.pair;
  if (around !== undefined) {
    const type = `__typeof__((*${record}).${around})`;
    return `${type} ${variable} = rw_place(&(*${record}), ${at}, sizeof *${variable});`;
  }
  const start = `(*${record}).${list.c}`;
  const length = lengthInRecord(list.pair, `(*${record})`, start);
  const check = length === undefined ? '' : `if (${at} > ${length}) rw_invalid_input();`;
  return `${check} __typeof__(${start}) ${variable} = ${start} + ${at};`;
}

/** How many of what a length counts there are in a list. */
function countedCode(each: Extract<CArgument, { kind: 'length' }>['each'], list: string): string {
  if (each === undefined) return `${list}_count`;
  if (typeof each === 'number') return `(${list}_count * ${each})`;
  const sizes = each.sizes.map((size) => (size === 'element' ? `sizeof *${list}` : `${size}`));
  return `rw_pieces(${list}_count * sizeof *${list}, (const rw_u64[]){${sizes.join(', ')}}, ${each.sizes.length}, ${each.usual})`;
}

/** The largest number of elements that a parameter of this type can tell, at most a `uint32_t`. */
function largest(type: ClangCType | undefined): number {
  if (type?.kind !== 'integer' || type.bits > 32) return 0xffffffff;
  return 2 ** (type.signed ? type.bits - 1 : type.bits) - 1;
}
