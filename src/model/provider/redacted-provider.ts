import type { Redact } from '../redaction/redact.ts';
import { redactStream } from '../redaction/redact-stream.ts';
import type { Provider } from './provider.ts';
import { ProviderFailure } from './provider-failure.ts';

/** A provider whose answers and failures hold no secrets, whatever it echoes. */
export function redactedProvider(provider: Provider, redact: Redact): Provider {
  return {
    async complete(request, signal, onText) {
      const stream = redactStream(redact, onText);
      try {
        const completion = await provider.complete(request, signal, stream.push);
        return {
          ...completion,
          content: redact(completion.content),
          toolCalls: completion.toolCalls.map((call) => ({
            ...call,
            name: redact(call.name),
            arguments: redact(call.arguments),
          })),
        };
      } catch (thrown) {
        if (!(thrown instanceof ProviderFailure)) throw thrown;
        const { kind, retryAfter, received } = thrown;
        throw new ProviderFailure(kind, redact(thrown.message), { retryAfter, received });
      } finally {
        stream.end();
      }
    },
  };
}
