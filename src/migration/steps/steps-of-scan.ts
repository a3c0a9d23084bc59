import type { ClangUnit } from '../../code/clang/unit.ts';
import { contextOf } from './c-context.ts';
import { type CDefinition, cDefinitionsOf, type ScannedC } from './c-definitions.ts';
import {
  calledText,
  callText,
  macroCallers,
  textWithComment,
  typeUsersOf,
} from './c-source-text.ts';
import { ComparedCode } from './compared-c.ts';
import { programNotes } from './program-notes.ts';
import type { CFunctionSource, MigrationStep } from './step.ts';
import { type ReadSourceText, StepSources } from './step-sources.ts';

const MAX_CALLERS = 3;

/** The steps of a scan, with all that a translator has to see of the sources. */
export function migrationStepsOf(scan: ScannedC, read: ReadSourceText): MigrationStep[] {
  const definitions = cDefinitionsOf(scan);
  const sources = new StepSources(read);
  const all = [...definitions.values()];
  const callees = new Map(
    all.map((one) => {
      const ids = new Set([...one.symbol.calls, ...one.symbol.may_call]);
      return [one, [...ids].flatMap((id) => definitions.get(id) ?? [])];
    }),
  );
  const callers = new Map<CDefinition, CDefinition[]>(all.map((one) => [one, []]));
  for (const [caller, list] of callees)
    for (const callee of list) if (callee !== caller) callers.get(callee)?.push(caller);
  const names = new Set(all.map((each) => each.function.name));
  const code = new ComparedCode(scan, read);
  const project: Project = { callees, callers, names, units: scan.units, sources, code };
  const steps = scan.steps.map(({ ids }) => ({
    functions: ids.flatMap((id) => {
      const one = definitions.get(id);
      return one === undefined ? [] : [cFunctionSourceOf(one, ids, project)];
    }),
  }));
  return steps.filter(({ functions }) => functions.length > 0);
}

interface Project {
  readonly callees: ReadonlyMap<CDefinition, readonly CDefinition[]>;
  /** The other functions that call each. */
  readonly callers: ReadonlyMap<CDefinition, readonly CDefinition[]>;
  readonly names: ReadonlySet<string>;
  readonly units: readonly ClangUnit[];
  readonly sources: StepSources;
  readonly code: ComparedCode;
}

/** @param ids those of its step */
function cFunctionSourceOf(
  one: CDefinition,
  ids: readonly string[],
  { callees, callers: callersOf, names, units, sources, code }: Project,
): CFunctionSource {
  const { function: fn, id } = one;
  const { file, startLine, endLine } = fn.range;
  const called = (callees.get(one) ?? []).filter((other) => other !== one);
  const isCalled = new Set(called);
  const direct = called.filter(({ symbol }) => !ids.includes(symbol.id));
  // What these call follows, as far as there is room.
  const further = new Set(
    direct
      .flatMap((other) => callees.get(other) ?? [])
      .filter((other) => !direct.includes(other) && !ids.includes(other.symbol.id)),
  );
  const callers = callersOf.get(one) ?? [];
  const named = fn.params.map(({ name, spelled }) => `${spelled} ${name}`.trim());
  const params = [...named, ...(fn.isVariadic ? ['...'] : [])].join(', ');
  return {
    ...{ name: id, file, startLine, endLine },
    signature: `${fn.isStatic ? 'static ' : ''}${fn.returnSpelled} ${fn.name}(${params || 'void'})`,
    returnsVoid: fn.returns.kind === 'void',
    ...(fn.name === 'main' ? { mainParameters: fn.params.length } : {}),
    text: textWithComment(sources.lines(file), startLine, endLine),
    context: [...programNotes(fn), contextOf(one, units, sources)]
      .filter((part) => part !== '')
      .join('\n\n'),
    callers: [
      ...callers.slice(0, MAX_CALLERS).map((caller) => callText(caller, fn.name, sources)),
      ...macroCallers(one, sources),
    ].join('\n\n'),
    called: calledText([...direct, ...further], sources),
    // What it calls is shown already.
    typeUsers: typeUsersOf(
      one,
      [...callees.keys()].filter((other) => !isCalled.has(other)),
      sources,
    ),
    callees: called.map((other) => other.id),
    libraryCalls: fn.calls.filter((name) => !names.has(name)),
    comparedC: () => code.of(one.symbol.id),
  };
}
