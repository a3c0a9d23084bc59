import { estimateRequest, estimateTokens } from '../src/model/cost/token-estimate.ts';
import type { Message, Model, ModelRequest, UnparsedAnswer } from '../src/model/model.ts';

export interface Spent {
  readonly calls: number;
  /** In and out together, estimated. */
  readonly tokens: number;
}

/** All of one conversation: what was asked first, and what was answered, turn by turn. */
export interface Conversation {
  readonly first: ModelRequest;
  readonly answers: readonly UnparsedAnswer[];
}

export interface CountingModel extends Model {
  readonly spent: Spent;
  readonly conversations: readonly Conversation[];
}

/** A model that counts what it is asked and what it answers. */
export function countingModel(model: Model): CountingModel {
  const conversations = new Map<string, { first: ModelRequest; answers: UnparsedAnswer[] }>();
  let [calls, tokens] = [0, 0];
  return {
    window: (tier) => model.window(tier),
    async ask(request, options) {
      const answer = await model.ask(request, options);
      calls += 1;
      tokens += costOf(request, answer);
      const key = JSON.stringify([request.conversation.role, request.conversation.subject]);
      const known = conversations.get(key) ?? { first: request, answers: [] };
      known.answers.push(answer);
      conversations.set(key, known);
      return answer;
    },
    get spent() {
      return { calls, tokens };
    },
    get conversations() {
      return [...conversations.values()];
    },
  };
}

/** Tokens of one call, in and out. */
export function costOf(
  request: { readonly messages: readonly Message[] } & Pick<ModelRequest, 'tools'>,
  { content, toolCalls }: Pick<UnparsedAnswer, 'content' | 'toolCalls'>,
): number {
  const calls = toolCalls.map(({ name, arguments: text }) => name + text).join('');
  return estimateRequest(request) + estimateTokens(content + calls);
}
