import type { ClangUnit } from '../../code/clang/unit.ts';
import { type CDefinition, cDefinitionsOf, type ScannedC } from './c-definitions.ts';
import {
  calledText,
  callText,
  contextOf,
  macroCallers,
  type ReadSourceText,
  textWithComment,
  typeUsersOf,
} from './c-source-text.ts';
import type { CFunctionSource, MigrationStep } from './step.ts';

const MAX_CALLERS = 3;

/** The steps of a scan, with all that a translator has to see of the sources. */
export function migrationStepsOf(scan: ScannedC, read: ReadSourceText): MigrationStep[] {
  const definitions = cDefinitionsOf(scan);
  const files = new Map<string, string | undefined>();
  const text: ReadSourceText = (file) => {
    if (!files.has(file)) files.set(file, read(file));
    return files.get(file);
  };
  const all = [...definitions.values()];
  const callees = new Map(
    all.map((one) => {
      const ids = new Set([...one.symbol.calls, ...one.symbol.may_call]);
      return [one, [...ids].flatMap((id) => definitions.get(id) ?? [])];
    }),
  );
  const steps = scan.steps.map(({ ids }) => ({
    functions: ids.flatMap((id) => {
      const one = definitions.get(id);
      return one === undefined ? [] : [cFunctionSourceOf(one, ids, callees, scan.units, text)];
    }),
  }));
  return steps.filter(({ functions }) => functions.length > 0);
}

/** @param ids those of its step */
function cFunctionSourceOf(
  one: CDefinition,
  ids: readonly string[],
  callees: ReadonlyMap<CDefinition, readonly CDefinition[]>,
  units: readonly ClangUnit[],
  read: ReadSourceText,
): CFunctionSource {
  const { function: fn, id } = one;
  const { file, startLine, endLine } = fn.range;
  const called = (callees.get(one) ?? []).filter((other) => other !== one);
  const direct = called.filter(({ symbol }) => !ids.includes(symbol.id));
  // What these call follows, as far as there is room.
  const further = new Set(
    direct
      .flatMap((other) => callees.get(other) ?? [])
      .filter((other) => !direct.includes(other) && !ids.includes(other.symbol.id)),
  );
  const callers = [...callees].flatMap(([caller, list]) =>
    caller !== one && list.includes(one) ? [caller] : [],
  );
  const params = fn.params.map(({ name, spelled }) => `${spelled} ${name}`.trim()).join(', ');
  const projectNames = new Set([...callees.keys()].map((each) => each.function.name));
  return {
    ...{ name: id, file, startLine, endLine },
    signature: `${fn.isStatic ? 'static ' : ''}${fn.returnSpelled} ${fn.name}(${params || 'void'})`,
    returnsVoid: fn.returns.kind === 'void',
    text: textWithComment(read(file) ?? '', startLine, endLine),
    context: contextOf(one, units, read),
    callers: [
      ...callers.slice(0, MAX_CALLERS).map((caller) => callText(caller, fn.name, read)),
      ...macroCallers(one, read),
    ].join('\n\n'),
    called: calledText([...direct, ...further], read),
    // What it calls is shown already.
    typeUsers: typeUsersOf(
      one,
      [...callees.keys()].filter((other) => !called.includes(other)),
      read,
    ),
    callees: called.map((other) => other.id),
    libraryCalls: fn.calls.filter((name) => !projectNames.has(name)),
  };
}
