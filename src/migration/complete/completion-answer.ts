import * as z from 'zod';
import { type Parsed, parseTagged } from '../../model/answers/parse-tagged.ts';
import type { UnparsedAnswer } from '../../model/model.ts';
import { type CodeAnswer, parseCodeAnswer } from '../transpile/code-answer.ts';

/** A function that is left without a body, by its number in the question, from 1. */
interface LeftFunction {
  readonly number: number;
  readonly because: string;
}

/** Code for functions of an interface, and those that are left. */
export interface CompletionAnswer {
  readonly code: CodeAnswer;
  readonly left: readonly LeftFunction[];
}

const leftSchema = z.array(
  z.object({ number: z.int().positive(), because: z.string().trim().min(5).max(1000) }),
);

const NO_CODE: CodeAnswer = { blocks: [], removals: [], dependencies: [] };

/**
 * Reads an answer of the completer: code as in `parseCodeAnswer`, and `<LEFT>[{ "number", "because" }]</LEFT>`.
 * There may be no code where all is left.
 * @param count how many functions the question has
 */
export function parseCompletionAnswer(
  answer: UnparsedAnswer,
  count: number,
): Parsed<CompletionAnswer> {
  const refused = (problem: string) => ({ ok: false, problem }) as const;
  let left: readonly LeftFunction[] = [];
  if (answer.content.includes('<LEFT>')) {
    const parsed = parseTagged(answer.content, 'LEFT', leftSchema);
    if (!parsed.ok) return parsed;
    left = parsed.value;
    const wrong = left.find(({ number }) => number > count);
    if (wrong !== undefined) return refused(`there is no function ${wrong.number} in the list`);
  }
  const isAllLeft = new Set(left.map(({ number }) => number)).size === count;
  if (isAllLeft) return { ok: true, value: { code: NO_CODE, left } };
  const code = parseCodeAnswer(answer);
  if (!code.ok) return code;
  if (code.value.objection !== undefined) {
    return refused('name what cannot be done by its number in <LEFT>, with the reason');
  }
  return { ok: true, value: { code: code.value, left } };
}
