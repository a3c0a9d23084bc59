import * as z from 'zod';
import { ModelError } from '../../errors.ts';
import type { AskOptions, Message, Model, ModelRequest, UnparsedAnswer } from '../model.ts';
import { loadPrompt } from '../prompts/load-prompt.ts';
import { renderPrompt } from '../prompts/render-prompt.ts';
import { parseTagged } from './parse-tagged.ts';

/** How often an answer that cannot be read is asked for again. */
const RETRIES = 2;

/** What the answer must be. */
export interface AnswerShape<T> {
  /** The tag that the JSON stands in. */
  readonly tag: string;
  readonly schema: z.ZodType<T>;
}

/** A value that satisfies its schema, with the answers that led to it, the last of which holds it. */
export interface TypedAnswer<T> {
  readonly value: T;
  readonly answers: readonly UnparsedAnswer[];
  /** The turn after the last one, for a caller that continues the conversation. */
  readonly nextTurn: number;
}

/**
 * Asks for a value. An answer that cannot be read is asked for again, twice at most, with the
 * reason why.
 * @throws ModelError when no answer can be read, or none comes; the signal's reason
 */
export async function askTyped<T>(
  model: Model,
  request: Omit<ModelRequest, 'tools' | 'parallelToolCalls' | 'answerSchema'>,
  { tag, schema }: AnswerShape<T>,
  options: AskOptions = {},
): Promise<TypedAnswer<T>> {
  const { role, subject, turn } = request.conversation;
  const answerSchema = providerSchema(tag, schema);
  const answers: UnparsedAnswer[] = [];
  let messages = request.messages;
  let problem = '';
  for (let retry = 0; retry <= RETRIES; retry += 1) {
    const conversation = { role, subject, turn: turn + retry };
    const question = { ...request, messages, conversation, ...answerSchema };
    const answer = await model.ask(question, options);
    answers.push(answer);
    const parsed = parseTagged(answer.content, tag, schema);
    if (parsed.ok) return { value: parsed.value, answers, nextTurn: turn + retry + 1 };
    problem = parsed.problem;
    messages = [...messages, ...repairRequest(answer, tag, problem)];
  }
  throw new ModelError(
    'answer',
    `${answers.at(-1)?.model} gave no readable answer in ${RETRIES + 1} tries: ${problem}`,
  );
}

/** The answer, and what to tell the model about it. */
export function repairRequest(answer: UnparsedAnswer, tag: string, problem: string): Message[] {
  const said: Message = { role: 'assistant', content: answer.content };
  return [said, ...renderPrompt(loadPrompt('answer-repair'), { tag, problem }).messages];
}

/** Providers that can enforce a schema take objects only. */
function providerSchema(tag: string, schema: z.ZodType): Pick<ModelRequest, 'answerSchema'> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return json.type === 'object' ? { answerSchema: { name: tag.toLowerCase(), schema: json } } : {};
}
