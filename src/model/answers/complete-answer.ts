import { ModelError } from '../../errors.ts';
import type { ChainAnswer } from '../calls/ask-chain.ts';
import type { Message, ModelRequest, TokenUsage, UnparsedAnswer } from '../model.ts';
import { loadPrompt } from '../prompts/load-prompt.ts';
import { renderPrompt } from '../prompts/render-prompt.ts';
import { cleanAnswer } from './clean-answer.ts';
import { strictHistory } from './history.ts';

/** How often an answer that was cut off at its limit is continued. */
const CONTINUATIONS = 4;

/** The shortest repetition at a seam that is taken for one. */
const MIN_OVERLAP = 20;
const MAX_OVERLAP = 2000;

/** How calls are made, each with a valid history. */
interface Calls {
  readonly call: (request: ModelRequest) => Promise<ChainAnswer>;
  /** Lets a call be made anew whose answer was of no use. */
  readonly forget: (request: ModelRequest) => void;
}

/**
 * Asks until the answer is complete: an empty one is asked for once more, one that was cut off is
 * continued, tool calls that were cut off are dropped.
 * @throws ModelError when the answer stays empty; whatever `call` throws
 */
export async function completeAnswer(
  request: ModelRequest,
  { call, forget }: Calls,
): Promise<UnparsedAnswer> {
  const questions: ModelRequest[] = [];
  const answers: ChainAnswer[] = [];
  const repairs: string[] = [];
  const ask = async (messages: readonly Message[]) => {
    const question = { ...request, messages: strictHistory(messages) };
    const answer = await call(question);
    questions.push(question);
    answers.push(answer);
    return withoutCutCalls(answer, repairs);
  };
  let last = await ask(request.messages);
  if (isEmpty(last)) {
    repairs.push('the answer was empty, and asked for again');
    last = await ask([...request.messages, ...hint('answer-empty')]);
  }
  let { content } = last.completion;
  for (let round = 0; round < CONTINUATIONS && isCutOff(last); round += 1) {
    const said: Message = { role: 'assistant', content };
    last = await ask([...request.messages, said, ...hint('answer-continue')]);
    content = joinParts(content, last.completion.content);
    repairs.push('the answer was cut off at its limit, and continued');
  }
  const { finish } = last.completion;
  const clean = cleanAnswer({ ...last.completion, content }, request);
  if (clean.content === '' && clean.toolCalls.length === 0 && finish !== 'content_filter') {
    for (const question of questions) forget(question);
    throw new ModelError('answer', `${last.model} gave an empty answer, twice`);
  }
  return {
    content: clean.content,
    toolCalls: clean.toolCalls,
    finish: clean.toolCalls.length > 0 ? 'tool_calls' : finish,
    model: last.model,
    usage: answers.map(({ completion }) => completion.usage).reduce(addUsage),
    source: answers.every(({ source }) => source === 'cache') ? 'cache' : 'provider',
    repairs: [...repairs, ...clean.repairs],
  };
}

function hint(role: string): readonly Message[] {
  return renderPrompt(loadPrompt(role), {}).messages;
}

function isEmpty({ completion }: ChainAnswer): boolean {
  const { content, toolCalls, finish } = completion;
  return content.trim() === '' && toolCalls.length === 0 && finish !== 'content_filter';
}

function isCutOff({ completion }: ChainAnswer): boolean {
  return completion.finish === 'length' && completion.toolCalls.length === 0;
}

/** The last tool call of an answer that was cut off is only used if its arguments are whole. */
function withoutCutCalls(answer: ChainAnswer, repairs: string[]): ChainAnswer {
  const { completion } = answer;
  const lastCall = completion.toolCalls.at(-1);
  if (completion.finish !== 'length' || lastCall === undefined || isJson(lastCall.arguments)) {
    return answer;
  }
  repairs.push(`a call of ${lastCall.name} was cut off, and dropped`);
  const toolCalls = completion.toolCalls.slice(0, -1);
  return { ...answer, completion: { ...completion, toolCalls } };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Joins two parts; a model that was told to repeat nothing may still repeat the last words. */
function joinParts(before: string, after: string): string {
  const longest = Math.min(before.length, after.length, MAX_OVERLAP);
  for (let length = longest; length >= MIN_OVERLAP; length -= 1) {
    if (before.endsWith(after.slice(0, length))) return before + after.slice(length);
  }
  return before + after;
}

function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  const written = (a.written ?? 0) + (b.written ?? 0);
  return {
    input: a.input + b.input,
    cached: a.cached + b.cached,
    ...(written > 0 && { written }),
    output: a.output + b.output,
    estimated: a.estimated || b.estimated,
  };
}
