import type { TraceStep } from '../../syntax/location.ts';
import type { FunctionSummary, ValueEffect } from '../domain/function-summary.ts';
import type { ParameterContext } from '../domain/parameter-context.ts';
import type { Taint } from '../domain/taint.ts';
import type { NullOrigin } from '../domain/value.ts';
import type { FieldContents } from './project-knowledge.ts';

/** A summary whose steps no longer hang on a syntax tree, so that it can leave the thread. */
export function plainSummary(summary: FunctionSummary): FunctionSummary {
  const { returns } = summary;
  return {
    ...summary,
    returns: returns && plainValue(returns),
    parameters: summary.parameters.map((effect) => ({
      ...effect,
      needsNonNull: plainStep(effect.needsNonNull),
      taint: plainTaint(effect.taint),
      cells: effect.cells.map((cell) => ({
        ...cell,
        taint: plainTaint(cell.taint),
        value: cell.value && plainValue(cell.value),
      })),
    })),
    globals:
      summary.globals === 'any'
        ? 'any'
        : summary.globals.map((effect) => ({
            ...effect,
            taint: plainTaint(effect.taint),
            nullOrigin: plainOrigin(effect.nullOrigin),
          })),
  };
}

function plainValue(value: ValueEffect): ValueEffect {
  return {
    ...value,
    taint: plainTaint(value.taint),
    content: plainTaint(value.content),
    nullOrigin: plainOrigin(value.nullOrigin),
  };
}

/** A context whose steps no longer hang on a syntax tree. */
export function plainContext(context: ParameterContext): ParameterContext {
  return {
    ...context,
    taint: plainTaint(context.taint),
    nullOrigin: plainOrigin(context.nullOrigin),
  };
}

/** Kept content whose steps no longer hang on a syntax tree. */
export function plainFieldContents({ caller, taint }: FieldContents): FieldContents {
  return { caller, taint: { ...taint, steps: taint.steps.map(bare) } };
}

function plainTaint(taint: Taint | undefined): Taint | undefined {
  return taint && { ...taint, steps: taint.steps.map(bare) };
}

function plainOrigin(origin: NullOrigin | undefined): NullOrigin | undefined {
  return origin && { ...origin, step: plainStep(origin.step) };
}

function plainStep(step: TraceStep | undefined): TraceStep | undefined {
  return step && bare(step);
}

/** A step as plain data. */
function bare({ file, location, function: name, message }: TraceStep): TraceStep {
  return { file, location, function: name, message };
}
