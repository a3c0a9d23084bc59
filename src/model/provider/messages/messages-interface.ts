import { KeptThoughts } from '../kept-thoughts.ts';
import type { WireInterface } from '../wire-interface.ts';
import { messageAssembly } from './message-assembly.ts';
import { messageBody } from './message-body.ts';
import { completionOf } from './message-completion.ts';
import { messageSchema, type WireThought } from './message-format.ts';

/** Messages: the interface of Anthropic, and of gateways and servers that speak it, too. */
export function messagesInterface(): WireInterface {
  const thoughts = new KeptThoughts<WireThought>();
  return {
    path: '/messages',
    headers: { 'anthropic-version': '2023-06-01' },
    body: (request, settings) => messageBody(request, settings, thoughts),
    parse(json) {
      const parsed = messageSchema.safeParse(json);
      if (!parsed.success) return undefined;
      const { content } = parsed.data;
      const call = content.find((block) => block?.type === 'tool_use');
      const thought = content.filter(
        (block) => block?.type === 'thinking' || block?.type === 'redacted_thinking',
      );
      thoughts.keep(call?.id, thought);
      return completionOf(parsed.data);
    },
    assembly: () => messageAssembly((id, list) => thoughts.keep(id, list)),
  };
}
