import { ModelError } from '../errors.ts';
import { estimateRequest } from './cost/token-estimate.ts';
import type { Model, Tier } from './model.ts';
import type { Redact } from './redaction/redact.ts';
import { redactRequest } from './redaction/redact-request.ts';

/** A question that a model would be asked. */
export interface MeasuredQuestion {
  /** Who asks. */
  readonly role: string;
  readonly tier: Tier;
  /** Of all that would be sent. */
  readonly tokens: number;
}

/**
 * A model that takes note of how long each question is, and gives no answer to any: what goes on without an answer asks
 * its next question, and what hangs on one ends.
 */
export function measuringModel(
  { window }: Pick<Model, 'window'>,
  redact: Redact,
  onQuestion: (question: MeasuredQuestion) => void,
): Model {
  return {
    window,
    ask(request) {
      const { tier, conversation } = request;
      const tokens = estimateRequest(redactRequest(request, redact));
      onQuestion({ role: conversation.role, tier, tokens });
      return Promise.reject(new ModelError('answer', 'no model is asked for an estimate'));
    },
  };
}
