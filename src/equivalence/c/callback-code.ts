import type { ClangCType } from '../../code/clang/types.ts';
import { asset } from '../../workspace/asset.ts';
import { cChangeCode, isChanged } from '../pairing/callback-changes.ts';
import {
  type CallbackArgument,
  type CallbackPair,
  type Pair,
  scriptElementSize,
} from '../pairing/pair.ts';
import { cWriteCode } from './c-code.ts';
import { FreshNames } from './fresh-names.ts';

/** How the driver names types. */
interface CTypeNamer {
  readonly ofPair: (pair: Pair) => string;
  readonly ofType: (type: ClangCType) => string;
}

/**
 * The functions that the C is given in place of those of a caller, and for each one that makes its
 * script from the case: `rw_script_ID`.
 */
export function cCallbacksCode(callbacks: readonly CallbackPair[], types: CTypeNamer): string {
  if (callbacks.length === 0) return '';
  const logs = comparedCallbacks(callbacks);
  return [
    asset('c-driver/callback-calls.h'),
    ...callbacks.map((one) => callbackCode(one, logs.indexOf(one), types)),
  ].join('\n');
}

/** Those whose calls are compared, in the order in which these are written. */
export function comparedCallbacks(callbacks: readonly CallbackPair[]): CallbackPair[] {
  return callbacks.filter(({ isCompared }) => isCompared);
}

function callbackCode(pair: CallbackPair, log: number, types: CTypeNamer): string {
  const { id, c, answer, arguments: given } = pair;
  const params = c.params.map((type, at) => `${paramType(type, types)} rw_p${at}`).join(', ');
  const context = c.context === undefined ? 'rw_own' : `rw_p${c.context}`;
  const names = new FreshNames();
  const notes = given.map((argument) => callRecordCode(argument, types, names));
  const result = c.returns.kind === 'void' ? 'void' : types.ofType(c.returns);
  const body =
    answer.kind === 'order'
      ? orderCode(notes, context)
      : [
          ...(log < 0
            ? []
            : ['rw_u32 rw_start = rw_mark();', ...notes, `rw_log(${log}, rw_start);`]),
          ...changesCode(given, context, types, names),
          answerCode(pair, context, types, names),
        ].join('\n');
  // The type that the C calls it by may be spelled otherwise.
  return `static void *rw_script_${id}(void) {
  void *rw_new = rw_script_new();
  ${scriptCode(pair)}
  ${given.some(isChanged) ? 'rw_script_pieces(rw_new);' : ''}
  return rw_new;
}
${functionCode(pair, result, params, body)}`;
}

/** So many functions without a context there are of one kind; they are told apart by their address alone. */
const MAX_FUNCTIONS = 32;

/** The function that the C calls, and which one it is given for a script: `rw_function_ID`. */
function functionCode({ id, c }: CallbackPair, result: string, params: string, body: string) {
  const plain = '__attribute__((no_sanitize("function"))) static';
  if (c.context !== undefined) {
    return `${plain} ${result} rw_callback_${id}(${params === '' ? 'void' : params}) {
${body}
}
static void *rw_function_${id}(void *rw_given) { (void)rw_given; return (void *)rw_callback_${id}; }`;
  }
  const numbers = [...Array(MAX_FUNCTIONS).keys()];
  const given = c.params.map((_, at) => `, rw_p${at}`).join('');
  const each = numbers.map(
    (at) =>
      `${plain} ${result} rw_callback_${id}_${at}(${params === '' ? 'void' : params}) { return rw_callback_${id}(rw_own_${id}[${at}]${given}); }`,
  );
  return `static void *rw_own_${id}[${MAX_FUNCTIONS}];
${plain} ${result} rw_callback_${id}(void *rw_own${params === '' ? '' : `, ${params}`}) {
${body}
}
${each.join('\n')}
static void *rw_function_${id}(void *rw_given) {
  static void *const rw_all[] = {${numbers.map((at) => `(void *)rw_callback_${id}_${at}`).join(', ')}};
  rw_u32 rw_at = rw_script_index(rw_given, ${MAX_FUNCTIONS});
  rw_own_${id}[rw_at] = rw_given;
  return rw_all[rw_at];
}`;
}

function paramType(type: ClangCType, { ofType }: CTypeNamer): string {
  return type.kind === 'pointer' || type.kind === 'array' ? 'void *' : ofType(type);
}

/** Reads the script of a callback from the case. */
function scriptCode({ answer }: CallbackPair): string {
  switch (answer.kind) {
    case 'nothing':
      return '';
    case 'value':
      return `rw_script_list(rw_new, ${scriptElementSize(answer.pair)});`;
    case 'codes':
      return 'rw_script_list(rw_new, 1);';
    case 'filled':
      return `rw_script_list(rw_new, ${scriptElementSize(answer.of)}); rw_script_pieces(rw_new);`;
    case 'order':
      return 'rw_script_byte(rw_new);';
  }
}

/** Writes what the callback is given. */
function callRecordCode(argument: CallbackArgument, types: CTypeNamer, names: FreshNames): string {
  const { ofPair } = types;
  const place = placeOf(argument, types);
  switch (argument.kind) {
    case 'value':
      return cWriteCode(argument.pair, place, names);
    case 'one': {
      const typed = `${ofPair(argument.pair)} *rw_v = ${place};`;
      const write = cWriteCode(argument.pair, '(*rw_v)', names);
      if (!argument.isNullable) return `{ ${typed} ${write} }`;
      return `if (${place}) { ${typed} rw_put_u8(1); ${write} } else rw_put_u8(0);`;
    }
    case 'elements': {
      const length = argument.length === 'nul' ? 'nul' : `rw_p${argument.length}`;
      const typed = `${ofPair(argument.pair.of)} *rw_v = ${place};`;
      return `{ ${typed} ${cWriteCode(argument.pair, 'rw_v', names, length)} }`;
    }
    case 'room':
      return `rw_put_u32(rw_many(rw_p${argument.length}));`;
    case 'object':
      return '';
  }
}

/** Where what a callback is given stands: at a pointer, or in the record that is given. */
function placeOf(argument: CallbackArgument, { ofType }: CTypeNamer): string {
  const place = `rw_p${argument.c}`;
  const held = argument.kind === 'one' ? argument.held : undefined;
  if (held === undefined) return place;
  const field = `((${ofType(held.record)} *)${place})->${held.field}`;
  return `(${place} == 0 ? 0 : (void *)${held.isPointer ? '' : '&'}${field})`;
}

/** Changes what the callback is given, by the next byte of its script. */
function changesCode(
  given: readonly CallbackArgument[],
  context: string,
  types: CTypeNamer,
  names: FreshNames,
): string[] {
  const { ofPair } = types;
  return given.filter(isChanged).map((argument) => {
    const place = placeOf(argument, types);
    const change = `rw_u8 rw_m = rw_script_change(${context});`;
    if (argument.kind === 'one') {
      const each = cChangeCode(argument.pair, '(*rw_v)', () => names.next('rw_i'));
      return `{ ${change} ${ofPair(argument.pair)} *rw_v = ${place}; if (rw_v) { ${each} } }`;
    }
    if (argument.kind !== 'elements') return '';
    const at = names.next('rw_i');
    const length = `rw_many(rw_p${argument.length})`;
    return `{ ${change} ${ofPair(argument.pair.of)} *rw_v = ${place};
for (rw_u32 ${at} = 0; rw_m != 0 && ${at} < ${length}; ${at}++) rw_v[${at}] ^= (rw_m + ${at}) & 127; }`;
  });
}

function orderCode([first = '', second]: readonly string[], context: string): string {
  return `rw_u32 rw_start = rw_mark();
${first}
rw_u32 rw_middle = rw_mark();
${second ?? `rw_pivot(${context}, rw_start, rw_middle);`}
return rw_order(${context}, rw_start, rw_middle);`;
}

function answerCode(
  { answer, arguments: given }: CallbackPair,
  context: string,
  { ofPair }: CTypeNamer,
  names: FreshNames,
): string {
  switch (answer.kind) {
    case 'value': {
      const read = readScalar(answer.pair, 'rw_v');
      return `${ofPair(answer.pair)} rw_v; rw_script_open(${context}, 1, ${scriptElementSize(answer.pair)}); ${read} rw_script_close(); return rw_v;`;
    }
    case 'codes': {
      const cases = answer.codes.map(({ c }, at) => `case ${at}: return ${c};`).join(' ');
      return `rw_script_open(${context}, 1, 1); rw_u32 rw_v = rw_get_u8() % ${answer.codes.length}; rw_script_close();
switch (rw_v) { ${cases} default: __builtin_unreachable(); }`;
    }
    case 'filled': {
      const room = given[answer.room];
      if (room?.kind !== 'room') throw new Error('nothing to fill');
      const index = names.next('rw_i');
      const { failure, of } = answer;
      const read = readScalar(of, `rw_v[${index}]`);
      return `rw_i64 rw_n = rw_script_piece(${context}, rw_many(rw_p${room.length}), ${failure === undefined ? 0 : 1});
${failure === undefined ? '' : `if (rw_n < 0) return ${failure.c};`}
rw_script_open(${context}, (rw_u32)rw_n, ${scriptElementSize(of)});
${ofPair(of)} *rw_v = rw_p${room.c};
for (rw_i64 ${index} = 0; ${index} < rw_n; ${index}++) { ${read} }
rw_script_close();
return rw_n;`;
    }
    default:
      return '';
  }
}

function readScalar(pair: Pair, to: string): string {
  if (pair.kind === 'boolean') return `${to} = rw_get_u8() != 0;`;
  if (pair.kind === 'float') return `${to} = rw_get_f${pair.bits}();`;
  if (pair.kind !== 'integer') throw new Error('no number');
  return `${to} = rw_get_${pair.signed ? 'i' : 'u'}${pair.bits}();`;
}
