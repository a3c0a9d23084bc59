import { checkLength } from '../answer-length.ts';
import type { Completion } from '../provider.ts';
import { ProviderFailure } from '../provider-failure.ts';
import type { AnswerAssembly } from '../wire-interface.ts';
import { completionOf } from './response-completion.ts';
import { responseEventSchema, type WireItem, type WireResponse } from './response-format.ts';

/**
 * Puts the events of a response together. The last one has the whole answer; servers that leave it out there
 * have sent its parts one by one before.
 * @param keep hears the whole answer
 */
export function responseAssembly(keep: (response: WireResponse) => void): AnswerAssembly {
  const items: WireItem[] = [];
  let received = 0;
  let last: WireResponse | undefined;
  return {
    get received() {
      return received;
    },
    add(event) {
      const parsed = responseEventSchema.safeParse(event);
      if (!parsed.success) return undefined;
      if (parsed.data === undefined) return '';
      if ('item' in parsed.data) {
        items.push(parsed.data.item);
        return '';
      }
      if ('response' in parsed.data) {
        last = parsed.data.response;
        return '';
      }
      const { type, delta } = parsed.data;
      received += delta.length;
      checkLength(received);
      return type === 'response.function_call_arguments.delta' ? '' : delta;
    },
    finish(): Completion {
      if (last === undefined) {
        throw new ProviderFailure('broken', 'broke off before the end of its answer', { received });
      }
      const whole = last.output.length > 0 ? last : { ...last, output: items };
      const completion = completionOf(whole, received);
      keep(whole);
      return completion;
    },
  };
}
