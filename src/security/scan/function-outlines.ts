import { fieldOfRecord, functionsInField } from '../../code/c/cfg/field-names.ts';
import { UNNAMED_FUNCTION } from '../../code/c/cfg/function-pointers.ts';
import type { LoweredFunction } from '../../code/c/ir/ast.ts';
import { callsOf, visitFunction } from '../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { FunctionOutline } from '../candidates/file-analysis.ts';

/** A function as its file alone tells it: what the fields hold that it calls through is for all files to say. */
export interface SurveyedFunction extends Omit<FunctionOutline, 'fieldCalls'> {
  /** The fields that it calls functions through, with their records as far as these are known, sorted, without repeats. */
  readonly fields: readonly string[];
}

/** The functions that a file defines, in its order. */
export function surveyedFunctions(unit: TranslationUnit): SurveyedFunction[] {
  const all = unit.functions.map((fn) => {
    const { line, endLine } = unit.tree.location(fn);
    return { name: fn.name, line, endLine, calls: callsOf(fn), fields: calledFields(fn) };
  });
  return withoutInner(withoutRepeats(all));
}

/**
 * The outline of a function.
 * @param targetsIn the functions that are stored in a field, by its name alone or with its record
 */
export function outlineOf(
  { fields, ...fn }: SurveyedFunction,
  targetsIn: (field: string) => readonly string[] | undefined,
): FunctionOutline {
  const targets = new Set(fields.flatMap((field) => functionsInField(field, targetsIn)));
  targets.delete(UNNAMED_FUNCTION);
  return { ...fn, fieldCalls: [...targets].sort() };
}

function calledFields(fn: LoweredFunction): readonly string[] {
  const fields = new Set<string>();
  visitFunction(fn, (expr) => {
    if (expr.kind !== 'call' || expr.callee.kind !== 'member') return;
    const { base, name } = expr.callee;
    fields.add(fieldOfRecord(base.type, name) ?? name);
  });
  return [...fields].sort();
}

/** Lambdas and blocks, whose names no source has, are part of the functions that they stand in. */
function withoutInner(functions: readonly SurveyedFunction[]): SurveyedFunction[] {
  const isInner = ({ name }: SurveyedFunction) => name.includes(' ');
  const inner = functions.filter(isInner);
  if (inner.length === 0) return [...functions];
  return functions
    .filter((fn) => !isInner(fn))
    .map((fn) =>
      inner
        .filter(({ line, endLine }) => fn.line <= line && endLine <= fn.endLine)
        .reduce(withCallsOf, fn),
    );
}

/** A function that several builds compile in different ways is one function, which calls what any of them calls. */
function withoutRepeats(functions: readonly SurveyedFunction[]): SurveyedFunction[] {
  const found = new Map<string, SurveyedFunction>();
  for (const fn of functions) {
    const key = `${fn.line}:${fn.endLine}:${fn.name}`;
    const known = found.get(key);
    found.set(key, known === undefined ? fn : withCallsOf(known, fn));
  }
  return [...found.values()];
}

function withCallsOf(fn: SurveyedFunction, other: SurveyedFunction): SurveyedFunction {
  const both = (names: 'calls' | 'fields') => [...new Set([...fn[names], ...other[names]])].sort();
  return { ...fn, calls: both('calls'), fields: both('fields') };
}
