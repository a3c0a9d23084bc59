import * as z from 'zod';
import type { ModelRequest } from '../model.ts';
import type { AnswerShape } from './answer-shape.ts';

/** The form of an answer as providers can enforce it: of objects only. */
export function providerSchema({
  tag,
  schema,
}: AnswerShape<unknown>): Pick<ModelRequest, 'answerSchema'> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return json.type === 'object' ? { answerSchema: { name: tag.toLowerCase(), schema: json } } : {};
}
