import type { CaseValue, ChoiceShape, Shape } from './shape.ts';

/** The record that a choice is with this number: the number, and the fields that it tells. One of no choice has no fields. */
export function recordOfTag(
  { name, bits, signed, choices }: ChoiceShape,
  tag: CaseValue | undefined,
): Extract<Shape, { kind: 'record' }> {
  const known = choices.find((choice) => choice.tag === tag);
  const only = typeof tag === 'bigint' ? [tag] : [];
  const first = { name: 'tag', shape: { kind: 'integer', bits, signed, only } } as const;
  const fields = known === undefined || known.isEnd ? [] : known.fields;
  return { kind: 'record', name: `${name}::${known?.name ?? 'none'}`, fields: [first, ...fields] };
}

/** The record that a value of a choice is. */
export function recordOfChoice(
  shape: ChoiceShape,
  value: CaseValue,
): Extract<Shape, { kind: 'record' }> {
  const isParts = typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
  return recordOfTag(shape, isParts ? value[0] : undefined);
}

/** What a choice may be as an input. */
export function inputTags({ choices }: ChoiceShape): readonly bigint[] {
  return choices.filter(({ isEnd }) => !isEnd).map(({ tag }) => tag);
}

/** The choices in a shape, those that hold others first. */
export function choicesIn(shape: Shape): readonly ChoiceShape[] {
  switch (shape.kind) {
    case 'choice':
      return [
        shape,
        ...shape.choices.flatMap(({ fields }) => fields.flatMap((one) => choicesIn(one.shape))),
      ];
    case 'record':
      return shape.fields.flatMap((field) => choicesIn(field.shape));
    case 'list':
    case 'array':
    case 'nullable':
      return choicesIn(shape.of);
    default:
      return [];
  }
}
