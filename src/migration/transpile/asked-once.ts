import type { Model } from '../../model/model.ts';

/** A question that was asked before is asked again: its answer would lead to where it led before. */
export class RepeatedQuestion extends Error {
  override readonly name = 'RepeatedQuestion';

  constructor(role: string) {
    super(role);
  }
}

/**
 * A model that is asked nothing twice.
 * @throws RepeatedQuestion (from `ask`) for a question of the same role with the same words
 */
export function askedOnce(model: Model): Model {
  const asked = new Set<string>();
  return {
    window: (tier) => model.window(tier),
    async ask(request, options) {
      const { role } = request.conversation;
      const question = JSON.stringify([role, request.messages]);
      if (asked.has(question)) throw new RepeatedQuestion(role);
      asked.add(question);
      return await model.ask(request, options);
    },
  };
}
