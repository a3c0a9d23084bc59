import type * as z from 'zod';
import { ModelError } from '../../errors.ts';
import { type Parsed, parseTagged } from '../../model/answers/parse-tagged.ts';
import type { Message, Model, ModelRequest, Tier, UnparsedAnswer } from '../../model/model.ts';
import { loadPrompt } from '../../model/prompts/load-prompt.ts';
import { renderPrompt } from '../../model/prompts/render-prompt.ts';
import { withRemembered } from '../../model/prompts/with-preamble.ts';
import { type CodeAnswer, parseCodeAnswer } from './code-answer.ts';

export interface AskDeps {
  readonly model: Model;
  readonly signal: AbortSignal;
  /** What was learnt before and concerns the question, one line each; nothing when missing. */
  readonly remembered?: readonly string[];
}

/** One question, in a conversation of its own. */
export interface MigrationQuestion {
  /** The name of its prompt. */
  readonly role: string;
  readonly tier: Tier;
  /** What it is about, stable between runs, and unlike that of any other question of the role. */
  readonly subject: string;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Asks until an answer is one that can be used; the model hears why each other one is not.
 * @param read reads an answer, and checks what must hold for it
 * @throws ModelError when no answer of so many tries can be used; the signal's reason
 */
export async function askUntilUsable<Value>(
  question: MigrationQuestion,
  tries: number,
  read: (answer: UnparsedAnswer) => Parsed<Value> | Promise<Parsed<Value>>,
  { model, signal, remembered = [] }: AskDeps,
): Promise<Value> {
  const { role, tier, subject, values } = question;
  const rendered = renderPrompt(loadPrompt(role), values);
  let messages = withRemembered(rendered.messages, remembered);
  let problem = '';
  const asked: ModelRequest[] = [];
  for (let turn = 0; turn < tries; turn += 1) {
    const request = { tier, conversation: { role, subject, turn }, messages };
    asked.push(request);
    const answer = await model.ask(request, { signal });
    const parsed = await read(answer);
    if (parsed.ok) return parsed.value;
    ({ problem } = parsed);
    const said: Message = { role: 'assistant', content: answer.content };
    const again = renderPrompt(loadPrompt('migration-again'), { problem }).messages;
    messages = [...messages, said, ...again];
  }
  // The next run is to ask for others, and not to fail by the same ones.
  for (const request of asked) model.forget?.(request);
  throw new ModelError('answer', `no answer of the ${role} could be used: ${problem}`);
}

const MAX_CODE_TRIES = 3;

/** Asks for Rust code. See `askUntilUsable`. */
export function askForCode(question: MigrationQuestion, deps: AskDeps): Promise<CodeAnswer> {
  return askUntilUsable(question, MAX_CODE_TRIES, parseCodeAnswer, deps);
}

/**
 * Asks for a value in the tag that the prompt names.
 * @param problemOf what is wrong with a value beyond its form
 */
export function askForValue<Value>(
  question: MigrationQuestion,
  tries: number,
  schema: z.ZodType<Value>,
  problemOf: (value: Value) => string | undefined,
  deps: AskDeps,
): Promise<Value> {
  const tag = loadPrompt(question.role).answer?.tag ?? 'ANSWER';
  const read = ({ content }: UnparsedAnswer): Parsed<Value> => {
    const parsed = parseTagged(content, tag, schema);
    const problem = parsed.ok ? problemOf(parsed.value) : undefined;
    return problem === undefined ? parsed : { ok: false, problem };
  };
  return askUntilUsable(question, tries, read, deps);
}
