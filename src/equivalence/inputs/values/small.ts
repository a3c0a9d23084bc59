import { inputTags, recordOfTag } from '../../cases/choice.ts';
import type { CaseValue, Shape } from '../../cases/shape.ts';
import { elementsFrom, isByte } from './elements.ts';
import type { Random } from './random.ts';

/** Integers are below this. */
const SMALL = 9;
const LENGTHS = [0, 1, 2, 3, 4, 5, 8, 12, 16, 24, 32] as const;
const HEADER_BYTES = [1, 2, 4, 8] as const;

/**
 * A value of small numbers and short lists. For code that asks for memory or goes on as far as a number
 * says, others mean nothing: a length, an exponent, the header of a message.
 */
export function smallValue(random: Random, shape: Shape): CaseValue {
  switch (shape.kind) {
    case 'integer':
      return BigInt(random.below(SMALL));
    case 'float':
      return random.below(SMALL);
    case 'boolean':
      return random.percent(50);
    case 'nullable':
      return random.percent(30) ? null : smallValue(random, shape.of);
    case 'list':
    case 'array': {
      const length = shape.kind === 'array' ? shape.length : random.pick(LENGTHS);
      if (isByte(shape.of)) return smallBytes(random, length);
      const values = Array.from({ length }, () => smallValue(random, shape.of));
      return elementsFrom(shape.of, values);
    }
    case 'choice': {
      const tag = random.pick(inputTags(shape));
      const [, ...fields] = recordOfTag(shape, tag).fields;
      return [tag, ...fields.map((field) => smallValue(random, field.shape))];
    }
    case 'record':
      return shape.fields.map((field) => smallValue(random, field.shape));
  }
}

/** Small numbers; often behind a header that tells how many they are, at either end of its bytes. */
function smallBytes(random: Random, length: number): Uint8Array {
  const bytes = Uint8Array.from({ length }, () => random.below(SMALL));
  const size = random.pick(HEADER_BYTES);
  if (length < size || random.percent(30)) return bytes;
  bytes.fill(0, 0, size);
  bytes[random.percent(50) ? 0 : size - 1] = Math.min(255, length - size);
  return bytes;
}
