import type { CType } from '../../code/clang/c-type.ts';
import type { CFunction, CGlobal, CUnit } from '../../code/clang/c-unit.ts';
import { callbacksOf } from '../callback.ts';
import { LENGTH_C } from '../length-expression.ts';
import { NotComparable } from '../not-comparable.ts';
import { streamsIn } from '../pair.ts';
import { FILES } from '../places.ts';
import type { CArgument, Plan, ResultPlan } from '../plan.ts';
import { outlivesProcess } from '../process-effects.ts';
import { Names, readC, writeC } from './c-code.ts';
import { callbacksCode, loggedOf } from './callback-code.ts';
import { argumentVariable, ERRNO, RETURNED } from './variables.ts';

/** Larger variables of the unit are not put back before each case, but each case has a process. */
const MOST_STATE_BYTES = 1 << 16;

/** The name of a function in the driver, which has a `main` of its own. */
export function builtName({ name }: CFunction): string {
  return name === 'main' ? ORIGINAL_MAIN : name;
}

const ORIGINAL_MAIN = 'rw_original_main';

/** A call of the harness: a C function with its plan. */
export interface CCall {
  readonly function: CFunction;
  readonly plan: Plan;
}

const SCALARS = [
  ...[8, 16, 32, 64].flatMap((bits) => [
    [`u${bits}`, `__UINT${bits}_TYPE__`],
    [`i${bits}`, `__INT${bits}_TYPE__`],
  ]),
  ['f32', 'float'],
  ['f64', 'double'],
];

/** What the generated calls use; no header is included, so that nothing clashes with the unit. */
const HEADER = `
#undef main
#pragma clang attribute push(__attribute__((no_sanitize("coverage"))), apply_to = function)
${SCALARS.map(([name, type]) => `typedef ${type} rw_${name};`).join('\n')}
void rw_get(void *, __SIZE_TYPE__);
void rw_put(const void *, __SIZE_TYPE__);
void *rw_room(__SIZE_TYPE__);
void *rw_owned(__SIZE_TYPE__);
void rw_misfit(void);
rw_u64 rw_allocated(const void *);
void *rw_handle(rw_u32);
void *rw_stream(const char *, int, int);
void rw_put_stream(const char *);
int rw_file(const char *, int);
int rw_folder(const char *);
void rw_put_file(const char *, int);
void rw_put_descriptor(int);
void rw_get_files(void);
void rw_put_files(void);
void rw_begin_call(void);
void rw_end_call(void);
void rw_put_printed(const char *);
void rw_make(void *);
void rw_errno_clear(void);
rw_i32 rw_errno(void);
void rw_make_one(void *);
rw_u32 rw_length(const void *, __SIZE_TYPE__);
static inline rw_u32 rw_count(rw_i64 n) { return n < 0 ? 0 : n > 0x4000000 ? 0x4000000 : (rw_u32)n; }
${LENGTH_C}
static inline rw_u32 rw_long(rw_i128 n) { if (n > 0x10000) rw_misfit(); return rw_count((rw_i64)n); }
${SCALARS.map(
  ([
    name,
  ]) => `static inline rw_${name} rw_get_${name}(void) { rw_${name} v; rw_get(&v, sizeof v); return v; }
static inline void rw_put_${name}(rw_${name} v) { rw_put(&v, sizeof v); }`,
).join('\n')}
`;

/**
 * The unit of the driver that includes the original unit as it is, so that its static functions
 * can be called, and after it a function for each call of the harness.
 * @param path of the original unit, as the compiler sees it
 */
export function cDriver(path: string, unit: CUnit, calls: readonly CCall[]): string {
  const callbacks = callbacksOf(calls);
  const types = {
    ofPair: typeName,
    ofType: (type: CType) => cTypeName(type, unit.records),
  };
  const state = unit.globals.filter(({ isConst, within }) => !isConst && within === undefined);
  const hasStaticLocals = unit.globals.some(
    ({ isConst, within }) => !isConst && within !== undefined,
  );
  return `#define main ${ORIGINAL_MAIN}
#include ${JSON.stringify(path)}
${HEADER}
const int rw_fork_each = ${hasStaticLocals ? 1 : 0};
const int rw_prints = ${calls.some(({ plan }) => plan.outputs.some(({ rust }) => rust === 'printed')) ? 1 : 0};
const int rw_has_files = ${calls.some(({ plan }) => plan.usesFiles || hasDescriptors(plan)) ? 1 : 0};
const int rw_may_end = ${calls.some(({ plan }) => plan.mayEnd) ? 1 : 0};
${callbacksCode(callbacks, types)}
${stateCode(state, callbacks.length > 0 ? 'rw_callbacks_reset();' : '')}
${calls.map(({ function: f, plan }, at) => callCode(f, plan, at, unit.records)).join('\n')}
void rw_call(rw_u32 call) {
  switch (call) {
${calls.map((_, at) => `    case ${at}: rw_call_${at}(); break;`).join('\n')}
  }
${loggedOf(callbacks)
  .map((_, at) => `  rw_log_put(${at});`)
  .join('\n')}
}
/* What a call that ended the process has left. */
void rw_effects(rw_u32 call) {
  switch (call) {
${calls.map(({ plan }, at) => `    case ${at}: ${effectsCode(plan)} break;`).join('\n')}
  }
}
#pragma clang attribute pop
`;
}

/** Puts the variables of the unit back to what they were at the start. */
function stateCode(state: readonly CGlobal[], more: string): string {
  const each = (code: (name: string) => string) => state.map(({ name }) => code(name)).join('\n');
  return `${each((name) => `static unsigned char rw_saved_${name}[sizeof ${name} <= ${MOST_STATE_BYTES} ? sizeof ${name} : 1];`)}
void rw_save(void) {
${each((name) => `if (sizeof ${name} <= ${MOST_STATE_BYTES}) __builtin_memcpy(rw_saved_${name}, &${name}, sizeof rw_saved_${name});`)}
}
void rw_restore(void) {
${more}
${each((name) => `if (sizeof ${name} <= ${MOST_STATE_BYTES}) __builtin_memcpy(&${name}, rw_saved_${name}, sizeof rw_saved_${name});`)}
}`;
}

type Records = CUnit['records'];

function callCode(f: CFunction, plan: Plan, at: number, records: Records): string {
  const names = new Names();
  const { variables } = plan;
  const types = new Map(
    [...f.params, ...variables.params].map(({ name, type }, index) => [
      name || `arg${index}`,
      type,
    ]),
  );
  const bySlot = new Map(plan.c.map((argument) => [argument.name, argument]));
  const read = plan.inputs.map(({ name }) => {
    if (plan.usesFiles && name === FILES) return 'rw_get_files();';
    const argument = bySlot.get(name);
    if (argument === undefined) throw new Error(`no C argument for the slot ${name}`);
    return readArgument(argument, pointee(types.get(name)), names, records);
  });
  const made = plan.c.map((argument) =>
    makeArgument(argument, types.get(argument.name), plan, records),
  );
  const isPassed = ({ name }: CArgument) => !variables.params.some((one) => one.name === name);
  const passed = plan.c
    .filter(isPassed)
    .map(({ name }) => argumentVariable(name))
    .join(', ');
  const call = `rw_called(${passed})`;
  const results = plan.outputs.map(({ pair, c }) => {
    const write = writeC(pair, c.value, names, c.length);
    return c.when === undefined
      ? write
      : `if (${c.when}) { rw_put_u8(1); ${write} } else rw_put_u8(0);`;
  });
  const seesErrno = plan.outputs.some(({ slot }) => slot.name === 'errno');
  // The case names the objects in the order of the Rust parameters.
  const handles = plan.rust.flatMap(({ from, pair }) =>
    pair === undefined ? `rw_u32 ${handleNumber(from)} = rw_get_u32();` : [],
  );
  const { record, bound } = variables;
  const fields = record?.fields.map((name) => `__typeof__(${name}) ${name};`).join(' ');
  const set = bound.filter(({ isInput }) => isInput);
  return `${record === undefined ? '' : `${record.name} { ${fields} };`}
static void rw_call_${at}(void) {
${handles.join('\n')}
${read.join('\n')}
${made.join('\n')}
/* Not made a part of this function, in which nothing is counted. */
__typeof__(${builtName(f)}) *volatile rw_called = ${builtName(f)};
rw_begin_call();
${set.map(({ name, at: from }) => `__builtin_memcpy(&${name}, ${from}, sizeof ${name});`).join('\n')}
${seesErrno ? 'rw_errno_clear();' : ''}
${f.returns.kind === 'void' ? `${call};` : `__auto_type ${RETURNED} = ${call};\n(void)${RETURNED};`}
${seesErrno ? `rw_i32 ${ERRNO} = rw_errno();` : ''}
rw_end_call();
${bound.map(({ name, at: to }) => `__builtin_memcpy(${to}, &${name}, sizeof ${name});`).join('\n')}
${makesHandle(plan) ? madeCode(f, plan) : ''}
${results.join('\n')}
}`;
}

/** Whether a call is given files by their descriptors. */
function hasDescriptors({ c, outputs }: Plan): boolean {
  const given = c.some(
    (one) => 'pair' in one && streamsIn(one.pair).some((stream) => stream.c !== 'stream'),
  );
  return given || outputs.some(({ pair }) => pair.kind === 'descriptor');
}

function effectsCode({ outputs }: Plan): string {
  return outputs
    .filter(outlivesProcess)
    .map(({ pair, c }) => writeC(pair, c.value, new Names()))
    .join(' ');
}

/** Keeps what a call has made, for later ones. */
function madeCode(f: CFunction, plan: Plan): string {
  const output = madeOutput(plan.result);
  const holds = output === undefined ? '1' : plan.outputs[output]?.c.value;
  const memory = plan.c.find((argument) => argument.kind === 'made');
  const keep = (pointer: string) =>
    plan.result.kind === 'made'
      ? `rw_make_one((void *)${pointer});`
      : `rw_make(${holds} ? (void *)${pointer} : 0);`;
  if (memory?.kind === 'made') {
    const variable = argumentVariable(memory.name);
    return keep(memory.isPointer ? `*${variable}` : variable);
  }
  if (f.returns.kind === 'pointer') return keep(RETURNED);
  const type = `__typeof__(${RETURNED})`;
  return `${type} *rw_object = rw_room(sizeof ${RETURNED}); *rw_object = ${RETURNED}; ${keep('rw_object')}`;
}

function handleNumber(name: string): string {
  return `rw_number_${name}`;
}

/** Whether a call makes an object for later ones. */
export function makesHandle({ result }: Plan): boolean {
  return madeOutput(result) !== undefined;
}

/** Which output tells whether an object was made. */
function madeOutput(result: ResultPlan): number | undefined {
  if (result.kind === 'made') return result.output;
  if (result.kind !== 'match') return undefined;
  return result.arms.map(({ plan }) => madeOutput(plan)).find((output) => output !== undefined);
}

function pointee(type: CType | undefined): CType | undefined {
  if (type?.kind === 'pointer') return type.to;
  return type?.kind === 'array' ? type.of : undefined;
}

function readArgument(
  argument: CArgument,
  to: CType | undefined,
  names: Names,
  records: Records,
): string {
  const variable = argumentVariable(argument.name);
  switch (argument.kind) {
    case 'value':
      return `${typeName(argument.pair)} ${variable}; ${readC(argument.pair, variable, names)}`;
    case 'one': {
      const type =
        to === undefined
          ? 'void *'
          : to.kind === 'void'
            ? typeName(argument.pair)
            : cTypeName(to, records, argument.pair);
      const make = `${variable} = rw_room(sizeof *${variable}); ${readC(argument.pair, `(*${variable})`, names)}`;
      return `${type} *${variable} = 0; ${nullable(argument.isNullable, make)}`;
    }
    case 'elements': {
      const { pair } = argument;
      if (argument.isBehind === true) {
        const first = { ...argument, name: `${argument.name}_first`, isBehind: false };
        const start = argumentVariable(first.name);
        return `${readArgument(first, pointee(to), names, records)}
__typeof__(${start}) *${variable} = rw_room(sizeof *${variable}); *${variable} = ${start};`;
      }
      if (pair.kind !== 'list' && pair.kind !== 'array') throw new Error('no elements');
      const type = to === undefined ? 'void *' : cTypeName(to, records, pair.of);
      const count = `${variable}_count`;
      const extra = argument.isText ? ' + 1' : '';
      const index = names.next('rw_at');
      if (pair.kind === 'list' && pair.only !== undefined) {
        const texts = pair.only.map((text) => JSON.stringify(text)).join(', ');
        const choose = `static const char *const rw_texts[] = {${texts}}; const char *rw_text = rw_texts[rw_get_u8() % ${pair.only.length}];
${count} = __builtin_strlen(rw_text); ${variable} = rw_room(${count} + 1); __builtin_memcpy(${variable}, rw_text, ${count} + 1);`;
        return `${type} *${variable} = 0; rw_u32 ${count} = 0; { ${nullable(argument.isNullable, choose)} }`;
      }
      const make = `${pair.kind === 'list' ? `${count} = rw_get_u32();` : ''}
${variable} = rw_room((${count}${extra}) * sizeof *${variable});
for (rw_u32 ${index} = 0; ${index} < ${count}; ${index}++) { ${readC(pair.of, `${variable}[${index}]`, names)} }
${argument.isText ? `${variable}[${count}] = 0;` : ''}`;
      const start = pair.kind === 'list' ? 0 : pair.length;
      return `${type} *${variable} = 0; rw_u32 ${count} = ${start}; ${nullable(argument.isNullable, make)}`;
    }
    case 'callback': {
      const make = readC(argument.pair, variable, names);
      return `void *${variable} = 0, *${variable}_context = 0; ${nullable(argument.isNullable, make)}`;
    }
    default:
      throw new Error(`${argument.name} has no input`);
  }
}

function nullable(isNullable: boolean, make: string): string {
  return isNullable ? `if (rw_get_u8()) { ${make} }` : make;
}

/** Arguments that are made without a slot of their own. */
function makeArgument(
  argument: CArgument,
  type: CType | undefined,
  plan: Plan,
  records: Records,
): string {
  const variable = argumentVariable(argument.name);
  switch (argument.kind) {
    case 'output':
      return `${cTypeName(argument.of, records)} *${variable} = rw_room(${argument.room} * sizeof *${variable}); rw_u32 ${variable}_count = ${argument.room}; (void)${variable}_count;`;
    case 'length': {
      const of = plan.c.find(({ name }) => name === argument.of);
      if (of === undefined) throw new NotComparable(`${argument.name} is the length of nothing`);
      const count = `${argumentVariable(argument.of)}_count`;
      if (!argument.isPointer) {
        return `if (${count} > ${largest(type)}) rw_misfit(); rw_i64 ${variable} = ${count};`;
      }
      const to = pointee(type);
      if (to === undefined) throw new NotComparable(`${argument.name} is no pointer`);
      return `${cTypeName(to, records)} *${variable} = rw_room(sizeof *${variable}); *${variable} = ${count};`;
    }
    case 'handle': {
      const number = handleNumber(argument.name);
      if (argument.isValue && type?.kind === 'record') {
        const name = recordName(type.id, records);
        return `${name} ${variable} = *(${name} *)rw_handle(${number});`;
      }
      if (pointee(type)?.kind !== 'record')
        throw new NotComparable(`${argument.name} points at no record`);
      return `void *${variable} = rw_handle(${number});`;
    }
    case 'made': {
      if (argument.isPointer) {
        return `void **${variable} = rw_room(sizeof *${variable}); *${variable} = 0;`;
      }
      const to = pointee(type);
      if (to?.kind !== 'record') throw new NotComparable(`${argument.name} points at no record`);
      return `void *${variable} = rw_room(sizeof(${recordName(to.id, records)}));`;
    }
    case 'context':
      return `void *${variable} = ${argumentVariable(argument.of)}_context;`;
    case 'constant':
      return argument.value === null || (argument.value === 0n && type?.kind === 'pointer')
        ? `void *${variable} = 0;`
        : `rw_i64 ${variable} = (rw_i64)${BigInt.asUintN(64, argument.value)}ULL;`;
    default:
      return '';
  }
}

/** The largest number of elements that a parameter of this type can tell, at most a `uint32_t`. */
function largest(type: CType | undefined): number {
  if (type?.kind !== 'integer' || type.bits > 32) return 0xffffffff;
  return 2 ** (type.signed ? type.bits - 1 : type.bits) - 1;
}

function typeName(pair: Parameters<typeof readC>[0]): string {
  switch (pair.kind) {
    case 'integer':
    case 'enum':
      return `rw_${pair.signed ? 'i' : 'u'}${pair.bits}`;
    case 'float':
      return `rw_f${pair.bits}`;
    case 'boolean':
      return 'rw_u8';
    case 'record':
      return pair.c;
    case 'stream':
      return pair.c === 'stream' ? 'void *' : 'int';
    case 'callback':
      if (pair.c.place.kind === 'record') return pair.c.place.record;
      throw new NotComparable(`${pair.name} is given by value`);
    default:
      throw new NotComparable('an array is given by value');
  }
}

/** How C code names a type; a pointer of any kind is one to nothing known. */
function cTypeName(type: CType, records: Records, pair?: Parameters<typeof readC>[0]): string {
  switch (type.kind) {
    case 'integer':
      if (type.bits === 128) throw new NotComparable('a 128-bit integer');
      return `rw_${type.signed ? 'i' : 'u'}${type.bits}`;
    case 'enum':
      return `rw_${type.signed ? 'i' : 'u'}${type.bits}`;
    case 'float':
      if (type.bits > 64) throw new NotComparable('a long double');
      return `rw_f${type.bits}`;
    case 'boolean':
      return '_Bool';
    case 'void':
      return 'rw_u8';
    case 'record':
      return pair?.kind === 'record' ? pair.c : recordName(type.id, records);
    case 'pointer':
      return type.to.kind === 'pointer' ? 'void *' : `${cTypeName(type.to, records)} *`;
    default:
      throw new NotComparable('an array of arrays');
  }
}

function recordName(id: string, records: Records): string {
  const record = records.get(id);
  if (record?.fields !== undefined) return record.name;
  throw new NotComparable(`memory for ${record?.name ?? id}, of no known size`);
}
