import { wrap } from './transformations/calls.ts';
import { toIf, toTernary } from './transformations/choices.ts';
import { constant, enumerator, macro } from './transformations/constants.ts';
import { field, pointedField } from './transformations/fields.ts';
import { cast, pointerSum, star, typeName } from './transformations/forms.ts';
import {
  deMorgan,
  earlyReturn,
  negated,
  nestedRest,
  predicate,
  swapped,
} from './transformations/guards.ts';
import { toDo, toFor, toGoto, toWhile } from './transformations/loops.ts';
import { rename } from './transformations/rename.ts';
import { split } from './transformations/split.ts';
import { copy, element, outline, outParameter } from './transformations/values.ts';
import type { Transformation } from './variant.ts';

/** By the name that the table has for it. */
export const TRANSFORMATIONS: Readonly<Record<string, Transformation>> = {
  outline,
  wrap,
  field,
  'pointed-field': pointedField,
  'out-parameter': outParameter,
  macro,
  enumerator,
  constant,
  'to-while': toWhile,
  'to-for': toFor,
  'to-do': toDo,
  'to-goto': toGoto,
  'nested-rest': nestedRest,
  'early-return': earlyReturn,
  swapped,
  negated,
  'de-morgan': deMorgan,
  predicate,
  split,
  rename,
  cast,
  'type-name': typeName,
  'pointer-sum': pointerSum,
  star,
  'to-if': toIf,
  'to-ternary': toTernary,
  copy,
  element,
};
