import type { Model, UnparsedAnswer } from '../../model/model.ts';

/** A question that was asked before is asked again: its answer would lead to where it led before. */
export class RepeatedQuestion extends Error {
  override readonly name = 'RepeatedQuestion';

  constructor(role: string) {
    super(role);
  }
}

/** Who judges, and does nothing: what was judged holds where the same is brought again. */
const JUDGES: ReadonlySet<string> = new Set(['migration-arbiter']);

/**
 * A model that is asked nothing twice. What a second reader has said of the same words is told again.
 * @throws RepeatedQuestion (from `ask`) for a question of any other role with the same words
 */
export function askedOnce(model: Model): Model {
  const asked = new Map<string, UnparsedAnswer | undefined>();
  return {
    window: (tier) => model.window(tier),
    forget: (request) => model.forget?.(request),
    async ask(request, options) {
      const { role } = request.conversation;
      const question = JSON.stringify([role, request.messages]);
      const told = asked.get(question);
      if (told !== undefined) return told;
      if (asked.has(question)) throw new RepeatedQuestion(role);
      asked.set(question, undefined);
      const answer = await model.ask(request, options);
      if (JUDGES.has(role)) asked.set(question, answer);
      return answer;
    },
  };
}
