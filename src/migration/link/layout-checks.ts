import type { ClangUnit } from '../../code/clang/unit.ts';
import { namedParams } from '../../equivalence/planner/named-param.ts';
import type { FunctionShim } from './function-shim.ts';
import { layoutOf } from './shim/layout.ts';
import type { ShimSubject } from './shim/shim-subject.ts';

/**
 * Declarations behind a unit that do not compile where the C lies in memory otherwise than the shims
 * take it to: sizes of what is passed, sizes and fields of records. Their names tell the shim.
 */
export function layoutChecks(shims: readonly FunctionShim[]): string {
  return shims.map((shim) => checksOf(shim)).join('');
}

function checksOf({ symbol, abi, subject }: FunctionShim): string {
  const { function: f, unit } = subject;
  const conditions = ['__CHAR_BIT__ == 8', 'sizeof(void *) == 8', ...scalarConditions(f, unit)];
  for (const { record, layout } of abi.used()) {
    conditions.push(`sizeof(${record.name}) == ${layout.size}`);
    (record.fields ?? []).forEach(({ name }, at) => {
      conditions.push(`__builtin_offsetof(${record.name}, ${name}) == ${layout.offsets[at] ?? 0}`);
    });
  }
  return conditions
    .map((condition, at) => `typedef char ${CHECK}${at}_${symbol}[(${condition}) ? 1 : -1];\n`)
    .join('');
}

const CHECK = 'rustward_layout_';

/** The shim whose layouts are not those of the C, by what a compiler says. */
export function wrongLayout(message: string): string | undefined {
  return /rustward_layout_\d+_(\w+)/.exec(message)?.[1];
}

/** What the compiler of the project says of the types by value: `sizeof` of each as it is spelled. */
function scalarConditions(f: ShimSubject['function'], unit: ClangUnit): string[] {
  const given = namedParams(f).map(({ type }, at) => ({
    type,
    spelled: f.params[at]?.spelled ?? '',
  }));
  const all = [...given, { type: f.returns, spelled: f.returnSpelled }];
  return all.flatMap(({ type, spelled }) => {
    const layout = layoutOf(type, unit.records, 0);
    const isPlain = type.kind === 'integer' || type.kind === 'enum' || type.kind === 'float';
    return layout === undefined || !isPlain ? [] : [`sizeof(${spelled}) == ${layout.size}`];
  });
}
