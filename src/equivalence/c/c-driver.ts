import type { ClangCType } from '../../code/clang/types.ts';
import type { ClangFunction, ClangGlobal, ClangUnit } from '../../code/clang/unit.ts';
import { asset } from '../../workspace/asset.ts';
import { callbacksOf } from '../pairing/callback-shapes.ts';
import { streamsIn } from '../pairing/pair-contents.ts';
import { cTypeNameOfPair } from '../plan/c-type-of-pair.ts';
import type { ComparisonPlan } from '../plan/comparison-plan.ts';
import { type WatchedMemory, watchedMemory } from '../plan/watched-memory.ts';
import { cWriteCode } from './c-code.ts';
import { cTypeName } from './c-type-name.ts';
import { cCallCode, cEffectsCode, ORIGINAL_MAIN } from './call-code.ts';
import { cCallbacksCode, comparedCallbacks } from './callback-code.ts';
import { FreshNames } from './fresh-names.ts';

/** Larger variables of the unit are not put back before each case, but each case has a process. */
const MAX_STATE_BYTES = 1 << 16;

/** A call of the harness: a C function with its plan. */
export interface CDriverCall {
  readonly function: ClangFunction;
  readonly plan: ComparisonPlan;
}

/**
 * The unit of the driver that includes the original unit as it is, so that its static functions
 * can be called, and after it a function for each call of the harness.
 * @param path of the original unit, as the compiler sees it
 */
export function cDriver(path: string, unit: ClangUnit, calls: readonly CDriverCall[]): string {
  const callbacks = callbacksOf(calls);
  const types = {
    ofPair: cTypeNameOfPair,
    ofType: (type: ClangCType) => cTypeName(type, unit.records),
  };
  const watched = watchedMemory(calls);
  const resets = [
    ...(callbacks.length > 0 ? ['rw_callbacks_reset();'] : []),
    ...(watched === undefined ? [] : ['rw_watched_count = 0;']),
  ];
  const state = unit.globals.filter(({ isConst, within }) => !isConst && within === undefined);
  const hasStaticLocals = unit.globals.some(
    ({ isConst, within }) => !isConst && within !== undefined,
  );
  const isProgram = calls.some(({ plan }) => plan.isProgram);
  // By its symbol alone: a `main` that is called so gives zero where it returns nothing.
  return `#pragma redefine_extname main ${ORIGINAL_MAIN}
#include ${JSON.stringify(path)}
#pragma clang attribute push(__attribute__((no_sanitize("coverage"))), apply_to = function)
${asset('c-driver/driver.h')}
const int rw_fork_each = ${hasStaticLocals || isProgram ? 1 : 0};
const int rw_prints = ${calls.some(({ plan }) => plan.outputs.some(({ rust }) => rust === 'printed')) ? 1 : 0};
const int rw_has_files = ${calls.some(({ plan }) => plan.usesFiles || hasDescriptors(plan)) ? 1 : 0};
const int rw_may_end = ${calls.some(({ plan }) => plan.mayEnd) ? 1 : 0};
${cCallbacksCode(callbacks, types)}
${watched === undefined ? '' : watchedCode(watched)}
${stateCode(state, resets.join(' '))}
${calls.map(({ function: f, plan }, at) => cCallCode(f, plan, at, unit.records)).join('\n')}
void rw_call(rw_u32 call) {
  switch (call) {
${calls.map((_, at) => `    case ${at}: rw_call_${at}(); break;`).join('\n')}
  }
${comparedCallbacks(callbacks)
  .map((_, at) => `  rw_log_put(${at});`)
  .join('\n')}
${watched === undefined ? '' : '  rw_put_watched();'}
}
/* What a call that ended the process has left. */
void rw_effects(rw_u32 call) {
  switch (call) {
${calls.map(({ plan }, at) => `    case ${at}: ${cEffectsCode(plan)} break;`).join('\n')}
  }
}
#pragma clang attribute pop
`;
}

/** Keeps in mind to which memory objects write, and puts what it holds. */
function watchedCode({ of }: WatchedMemory): string {
  const put = cWriteCode(
    of,
    `((${cTypeNameOfPair(of)} *)rw_watched[at].memory)[i]`,
    new FreshNames(),
  );
  return `static struct { void *memory; rw_u32 count; } rw_watched[256];
static rw_u32 rw_watched_count;
static void rw_watch(void *memory, rw_u32 count) {
  if (rw_watched_count == 256) rw_invalid_input();
  rw_watched[rw_watched_count].memory = memory;
  rw_watched[rw_watched_count++].count = memory == 0 ? 0 : count;
}
static void rw_put_watched(void) {
  rw_put_u32(rw_watched_count);
  for (rw_u32 at = 0; at < rw_watched_count; at++) {
    rw_put_u32(rw_watched[at].count);
    for (rw_u32 i = 0; i < rw_watched[at].count; i++) { ${put} }
  }
}`;
}

/** Puts the variables of the unit back to what they were at the start. */
function stateCode(state: readonly ClangGlobal[], more: string): string {
  const each = (code: (name: string) => string) => state.map(({ name }) => code(name)).join('\n');
  return `${each((name) => `static unsigned char rw_saved_${name}[sizeof ${name} <= ${MAX_STATE_BYTES} ? sizeof ${name} : 1];`)}
void rw_save(void) {
${each((name) => `if (sizeof ${name} <= ${MAX_STATE_BYTES}) __builtin_memcpy(rw_saved_${name}, &${name}, sizeof rw_saved_${name});`)}
}
void rw_restore(void) {
${more}
${each((name) => `if (sizeof ${name} <= ${MAX_STATE_BYTES}) __builtin_memcpy(&${name}, rw_saved_${name}, sizeof rw_saved_${name});`)}
}`;
}

/** Whether a call is given files by their descriptors. */
function hasDescriptors({ c, outputs }: ComparisonPlan): boolean {
  const given = c.some(
    (one) =>
      'pair' in one &&
      one.pair !== undefined &&
      streamsIn(one.pair).some((stream) => stream.c !== 'stream'),
  );
  return given || outputs.some(({ pair }) => pair.kind === 'descriptor');
}
