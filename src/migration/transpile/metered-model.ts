import type { Model, UnparsedAnswer } from '../../model/model.ts';
import { type PromptHashes, promptHashes } from '../../model/prompts/prompt-hashes.ts';

/** What a model was asked. */
export interface ModelUsage {
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Dollars. */
  readonly cost: number;
  /** Of the roles that were asked. */
  readonly prompts: PromptHashes;
}

/**
 * A model that counts what it is asked.
 * @param costOf dollars that an answer cost
 */
export function meteredModel(
  model: Model,
  costOf: (answer: UnparsedAnswer) => number,
): { readonly model: Model; readonly metered: () => ModelUsage } {
  let sum = { calls: 0, input_tokens: 0, output_tokens: 0, cost: 0 };
  const roles = new Set<string>();
  return {
    metered: () => ({ ...sum, prompts: promptHashes(roles) }),
    model: {
      window: (tier) => model.window(tier),
      forget: (request) => model.forget?.(request),
      async ask(request, options) {
        const answer = await model.ask(request, options);
        roles.add(request.conversation.role);
        sum = {
          calls: sum.calls + 1,
          input_tokens: sum.input_tokens + answer.usage.input,
          output_tokens: sum.output_tokens + answer.usage.output,
          cost: sum.cost + costOf(answer),
        };
        return answer;
      },
    },
  };
}
