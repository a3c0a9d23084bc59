import { isDeepStrictEqual } from 'node:util';
import type { Case, CaseStep } from '../cases/case.ts';
import type { CaseValue } from '../cases/shape.ts';
import type { CallSignature } from './call-signature.ts';
import { neighbourOf } from './fresh-inputs.ts';
import { relinkHandles } from './handles.ts';
import type { Constants } from './values/constants.ts';
import { fitToSlots } from './values/fit.ts';
import { mutatedValue } from './values/mutate-value.ts';
import type { Random } from './values/random.ts';

/** What mutations draw on. */
export interface MutationSource {
  readonly random: Random;
  readonly calls: readonly CallSignature[];
  readonly constants: Constants;
  /** New inputs for a call, by its index. */
  readonly inputsOf: (call: number) => readonly CaseValue[];
  /** Most steps of a case. */
  readonly longest: number;
}

/**
 * A case a few small changes away from one that is known, as fuzzers that are guided by coverage
 * make them; `other` is one to take parts from. Fits all limits; never without a step.
 */
export function mutated(source: MutationSource, known: Case, other: Case): Case {
  const { random, calls, longest } = source;
  let steps = known.steps;
  for (let count = random.pick([1, 1, 1, 2, 2, 3, 6]); count > 0; count -= 1) {
    const changed =
      longest > 1 && random.percent(45)
        ? relinkHandles(calls, otherSteps(source, steps, other.steps))
        : withOtherInputs(source, steps, other.steps);
    if (changed.length > 0) steps = changed.slice(0, longest);
  }
  return { steps };
}

/** Removes, repeats, moves or adds steps, or goes on as another case does. */
function otherSteps(
  { random, calls, inputsOf }: MutationSource,
  steps: readonly CaseStep[],
  others: readonly CaseStep[],
): readonly CaseStep[] {
  const at = random.below(steps.length);
  const end = Math.min(steps.length, at + random.pick([1, 1, 2, 4, 8]));
  const block = steps.slice(at, end);
  switch (random.below(5)) {
    case 0:
      return steps.toSpliced(at, end - at);
    case 1:
      return steps.toSpliced(
        at,
        0,
        ...Array(random.pick([1, 2, 4]))
          .fill(block)
          .flat(),
      );
    case 2:
      return steps.toSpliced(at, end - at).toSpliced(random.below(steps.length), 0, ...block);
    case 3:
      return [...steps.slice(0, at + 1), ...others.slice(random.below(others.length))];
    default: {
      const call = random.below(calls.length);
      return steps.toSpliced(at + 1, 0, { call, inputs: inputsOf(call), handles: [] });
    }
  }
}

function withOtherInputs(
  source: MutationSource,
  steps: readonly CaseStep[],
  others: readonly CaseStep[],
): readonly CaseStep[] {
  const { random, calls, constants } = source;
  const at = random.below(steps.length);
  const step = steps[at];
  const slots = calls[step?.call ?? -1]?.inputs ?? [];
  if (step === undefined || slots.length === 0) return steps;
  const like = others.filter(({ call }) => call === step.call);
  const other = like.length > 0 ? random.pick(like) : step;
  const slot = random.below(slots.length);
  const { shape, limits } = slots[slot] ?? {};
  if (shape === undefined) return steps;
  const old = { value: step.inputs[slot] ?? null, other: other.inputs[slot] ?? null };
  const value =
    likeAnother(random, slots, step.inputs, slot) ??
    mutatedValue(random, { shape, limits, ...old }, constants);
  return steps.with(at, { ...step, inputs: fitToSlots(slots, step.inputs.with(slot, value)) });
}

/** Now and then, the value of another slot of the same shape, or nearly that. */
function likeAnother(
  random: Random,
  slots: CallSignature['inputs'],
  inputs: readonly CaseValue[],
  slot: number,
): CaseValue | undefined {
  if (slots.length < 2 || !random.percent(10)) return undefined;
  const shape = slots[slot]?.shape;
  const alike = [...slots.keys()].filter(
    (at) => at !== slot && isDeepStrictEqual(slots[at]?.shape, shape),
  );
  if (alike.length === 0) return undefined;
  return neighbourOf(random, inputs[random.pick(alike)] ?? null);
}
