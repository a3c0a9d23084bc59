import type { ClangFunction } from '../../code/clang/unit.ts';
import { FILES, STDIN } from '../cases/file-fixture.ts';
import { fieldLength } from '../pairing/field-length.ts';
import { C_ERRNO, C_RETURN, cArgumentVariable } from '../plan/c-variables.ts';
import {
  type CArgument,
  type ComparisonPlan,
  makesObject,
  objectOutput,
} from '../plan/comparison-plan.ts';
import { fieldLengthCode, oldFieldVariable } from '../plan/field-length-code.ts';
import { outlivesProcess } from '../plan/process-effects.ts';
import { argumentReadCode, argumentSetupCode, handleNumber } from './argument-code.ts';
import { cWriteCode } from './c-code.ts';
import { elementType, type RecordsById, recordName } from './c-type-name.ts';
import { FreshNames } from './fresh-names.ts';

/** The symbol of a function in the driver, which has a `main` of its own. */
export function nameInDriver({ name }: ClangFunction): string {
  return name === 'main' ? ORIGINAL_MAIN : name;
}

/** What the `main` of the unit is called there. */
export const ORIGINAL_MAIN = 'rw_original_main';

/** The C function that makes one call: reads its arguments, calls, and writes what it gives. */
export function cCallCode(
  f: ClangFunction,
  plan: ComparisonPlan,
  at: number,
  records: RecordsById,
): string {
  const names = new FreshNames();
  const { variables } = plan;
  const types = new Map(
    [...plan.function.params.slice(0, f.params.length), ...variables.params].map(
      ({ name, type }, index) => [name || `arg${index}`, type],
    ),
  );
  const bySlot = new Map(plan.c.map((argument) => [argument.name, argument]));
  const read = plan.inputs.map(({ name }) => {
    if (plan.usesFiles && name === FILES) return 'rw_get_files();';
    if (plan.readsStdin && name === STDIN) return 'rw_get_stdin();';
    const argument = bySlot.get(name);
    if (argument === undefined) throw new Error(`no C argument for the slot ${name}`);
    return argumentReadCode(argument, elementType(types.get(name)), names, records);
  });
  // What points into a record is made behind what points at it.
  const isWithin = (one: CArgument) => one.kind === 'inside' && one.list !== undefined;
  const inOrder = [...plan.c.filter((one) => !isWithin(one)), ...plan.c.filter(isWithin)];
  const made = inOrder.map((argument) =>
    argumentSetupCode(argument, types.get(argument.name), plan, records),
  );
  const isPassed = ({ name }: CArgument) => !variables.params.some((one) => one.name === name);
  const passed = plan.c
    .filter(isPassed)
    .map(({ name }) => passedCode(name, f, plan))
    .join(', ');
  const call = `rw_called(${passed})`;
  const results = plan.outputs.map(({ pair, c }) => {
    const write = cWriteCode(pair, c.value, names, c.length);
    return c.when === undefined
      ? write
      : `if (${c.when}) { rw_put_u8(1); ${write} } else rw_put_u8(0);`;
  });
  const seesErrno = plan.outputs.some(({ slot }) => slot.name === 'errno');
  // The case names the objects in the order of the Rust parameters.
  const watched = plan.rust.flatMap(({ from, isWatched }) => {
    const variable = cArgumentVariable(from);
    return isWatched === true ? [`rw_watch(${variable}, ${variable}_count);`] : [];
  });
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
${watched.join('\n')}
/* Not made a part of this function, in which nothing is counted. */
__typeof__(${f.name}) *volatile rw_called = ${f.name};
${oldFieldsCode(plan, records)}
rw_begin_call();
${set.map(({ name, at: from }) => `__builtin_memcpy(&${name}, ${from}, sizeof ${name});`).join('\n')}
rw_errno_clear();
${f.returns.kind === 'void' ? `${call};` : `${returnedType(f, plan, records)} ${C_RETURN} = ${call};\n(void)${C_RETURN};`}
${plan.isProgram ? `rw_exit(${C_RETURN});` : ''}
${seesErrno ? `rw_i32 ${C_ERRNO} = rw_errno();` : ''}
rw_end_call();
${bound.map(({ name, at: to }) => `__builtin_memcpy(${to}, &${name}, sizeof ${name});`).join('\n')}
${makesObject(plan) ? keepObjectCode(f, plan, records) : ''}
${results.join('\n')}
}`;
}

/** Keeps the fields that tell after the call how much there was before it, each once. */
function oldFieldsCode({ outputs, function: f }: ComparisonPlan, records: RecordsById): string {
  const kept = outputs.flatMap(({ c: { destination } }) => {
    if (destination.kind !== 'elements' || typeof destination.length !== 'string') return [];
    const told = fieldLength(destination.length);
    if (told?.isOld !== true) return [];
    const now = fieldLengthCode(told, f.params, records);
    return `const __auto_type ${oldFieldVariable(told)} = ${now};`;
  });
  return [...new Set(kept)].join('\n');
}

/** The type of what is returned: what the C looks at it by, where it returns a pointer to anything. */
function returnedType(f: ClangFunction, plan: ComparisonPlan, records: RecordsById): string {
  const { returns } = plan.function;
  const isAnything = f.returns.kind === 'pointer' && f.returns.to.kind === 'void';
  return isAnything && returns.kind === 'pointer' && returns.to.kind === 'record'
    ? `${recordName(returns.to.id, records)} *`
    : '__auto_type';
}

/** What is passed for a parameter; a pointer that the C looks at by another type as one to anything. */
function passedCode(name: string, f: ClangFunction, plan: ComparisonPlan): string {
  const at = f.params.findIndex((param, index) => (param.name || `arg${index}`) === name);
  const isViewed = f.params[at]?.type !== plan.function.params[at]?.type;
  return `${isViewed ? '(void *)' : ''}${cArgumentVariable(name)}`;
}

/** What a call leaves that ended the process. */
export function cEffectsCode({ outputs }: ComparisonPlan): string {
  return outputs
    .filter(outlivesProcess)
    .map(({ pair, c }) => cWriteCode(pair, c.value, new FreshNames()))
    .join(' ');
}

/** Keeps what a call has made, for later ones. */
function keepObjectCode(f: ClangFunction, plan: ComparisonPlan, records: RecordsById): string {
  const output = objectOutput(plan.result);
  const holds = (output === undefined ? '1' : plan.outputs[output]?.c.value) ?? '1';
  const memory = plan.c.find((argument) => argument.kind === 'made');
  const keep = (pointer: string) => {
    const note = noteUnwrittenCode(f, plan, pointer, holds, records);
    return plan.result.kind === 'made'
      ? `rw_make_one((void *)${pointer}); ${note}`
      : `rw_make(${holds} ? (void *)${pointer} : 0); ${note}`;
  };
  if (memory?.kind === 'made') {
    const variable = cArgumentVariable(memory.name);
    return keep(memory.isPointer ? `*${variable}` : variable);
  }
  if (f.returns.kind === 'pointer') return keep(C_RETURN);
  const type = `__typeof__(${C_RETURN})`;
  return `${type} *rw_object = rw_room(sizeof ${C_RETURN}); *rw_object = ${C_RETURN}; ${keep('rw_object')}`;
}

/** In the build that knows what was written: notes which fields of an object that was made are not. */
function noteUnwrittenCode(
  f: ClangFunction,
  plan: ComparisonPlan,
  pointer: string,
  holds: string,
  records: RecordsById,
): string {
  const memory = plan.c.find((argument) => argument.kind === 'made');
  const param = plan.function.params.find(({ name }) => name === memory?.name)?.type;
  const place =
    memory?.kind === 'made' && memory.isPointer
      ? elementType(param)
      : (param ?? plan.function.returns);
  const type = place?.kind === 'record' ? place : elementType(place);
  const record = type?.kind === 'record' ? records.get(type.id) : undefined;
  if (record?.fields === undefined || record.name === '') return '';
  const fields = record.fields.filter(({ name, width }) => name !== '' && width === undefined);
  const notes = fields.map(
    ({ name }) =>
      `rw_note_unwritten("${f.name}", "${name}", &rw_new->${name}, sizeof rw_new->${name});`,
  );
  return `
#if __has_feature(memory_sanitizer)
if (${holds} && (void *)${pointer} != 0) { ${record.name} *rw_new = (void *)${pointer}; ${notes.join(' ')} }
#endif
`;
}
