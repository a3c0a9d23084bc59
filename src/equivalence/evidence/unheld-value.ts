import { recordOfChoice } from '../cases/choice.ts';
import type { CaseValue, Shape } from '../cases/shape.ts';

/**
 * The first part of a value of the C that the Rust type cannot hold, such as `-16 in a u8`; undefined when
 * it can hold all of it.
 */
export function unheldValue(shape: Shape, value: CaseValue): string | undefined {
  switch (shape.kind) {
    case 'integer': {
      const { holds } = shape;
      if (holds === undefined || typeof value !== 'bigint') return undefined;
      const isHeld = holds.least <= value && value <= holds.most;
      return isHeld ? undefined : `${value} in a ${holds.rust}`;
    }
    case 'nullable':
      return value === null ? undefined : unheldValue(shape.of, value);
    case 'array':
    case 'list':
      return isArray(value) ? firstOf(value, () => shape.of) : undefined;
    case 'record':
      return isArray(value) ? firstOf(value, (at) => shape.fields[at]?.shape) : undefined;
    case 'choice':
      return unheldValue(recordOfChoice(shape, value), value);
    case 'float':
    case 'boolean':
      return undefined;
  }
}

/** Whether a Rust type may be unable to hold a value of a shape. */
export function mayBeUnheld(shape: Shape): boolean {
  switch (shape.kind) {
    case 'integer':
      return shape.holds !== undefined;
    case 'nullable':
    case 'array':
    case 'list':
      return mayBeUnheld(shape.of);
    case 'record':
      return shape.fields.some((field) => mayBeUnheld(field.shape));
    case 'choice':
      return shape.choices.some(({ fields }) => fields.some((field) => mayBeUnheld(field.shape)));
    case 'float':
    case 'boolean':
      return false;
  }
}

function firstOf(
  values: readonly CaseValue[],
  shapeOf: (at: number) => Shape | undefined,
): string | undefined {
  for (const [at, value] of values.entries()) {
    const shape = shapeOf(at);
    const found = shape === undefined ? undefined : unheldValue(shape, value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isArray(value: CaseValue): value is readonly CaseValue[] {
  return Array.isArray(value);
}
