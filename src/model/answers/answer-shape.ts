import type * as z from 'zod';
import type { Prompt } from '../prompts/prompt-file.ts';

/** What an answer must be. */
export interface AnswerShape<T> {
  /** The tag that the JSON stands in. */
  readonly tag: string;
  readonly schema: z.ZodType<T>;
}

/**
 * What the answer to a prompt must be: the tag that its front matter gives, and a schema, which
 * the front matter must name.
 * @throws Error when the prompt names none, or another one: wording and schema go together
 */
export function answerShape<T>(
  { role, answer }: Prompt,
  name: string,
  schema: z.ZodType<T>,
): AnswerShape<T> {
  if (answer?.schema === name) return { tag: answer.tag, schema };
  const named = answer?.schema ?? 'none';
  throw new Error(`prompts/${role}.md names the answer schema ${named}, not ${name}`);
}
