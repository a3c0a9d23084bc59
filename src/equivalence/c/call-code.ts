import type { CFunction } from '../../code/clang/c-unit.ts';
import { FILES } from '../places.ts';
import type { CArgument, Plan, ResultPlan } from '../plan.ts';
import { outlivesProcess } from '../process-effects.ts';
import { handleNumber, makeArgument, readArgument } from './argument-code.ts';
import { Names, writeC } from './c-code.ts';
import { pointee, type Records } from './c-type-name.ts';
import { argumentVariable, ERRNO, RETURNED } from './variables.ts';

/** The name of a function in the driver, which has a `main` of its own. */
export function builtName({ name }: CFunction): string {
  return name === 'main' ? ORIGINAL_MAIN : name;
}

/** What the `main` of the unit is called there. */
export const ORIGINAL_MAIN = 'rw_original_main';

/** The C function that makes one call: reads its arguments, calls, and writes what it gives. */
export function callCode(f: CFunction, plan: Plan, at: number, records: Records): string {
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

/** What a call leaves that ended the process. */
export function effectsCode({ outputs }: Plan): string {
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
