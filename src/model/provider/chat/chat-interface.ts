import type { WireInterface } from '../wire-interface.ts';
import { CompletionAssembly, parseCompletion } from './completion-assembly.ts';
import { requestBody } from './request-body.ts';
import { chunkSchema, completionSchema } from './wire-format.ts';

/** Chat completions: the interface of OpenAI that most providers and servers have. */
export function chatInterface(): WireInterface {
  return {
    path: '/chat/completions',
    headers: {},
    body: requestBody,
    parse(json) {
      const parsed = completionSchema.safeParse(json);
      return parsed.success ? parseCompletion(parsed.data) : undefined;
    },
    assembly() {
      const assembly = new CompletionAssembly();
      return {
        get received() {
          return assembly.received;
        },
        add(event) {
          const chunk = chunkSchema.safeParse(event);
          return chunk.success ? assembly.add(chunk.data) : undefined;
        },
        finish: () => assembly.finish(),
      };
    },
  };
}
