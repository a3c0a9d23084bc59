import OpenAI from 'openai';
import { Stream } from 'openai/streaming';
import { abortable } from '../abortable.ts';
import type { Clock } from '../clock.ts';
import type { ModelSettings } from '../configuration/settings.ts';
import { chatInterface } from './chat/chat-interface.ts';
import { classifyFailure } from './classify-failure.ts';
import { messagesInterface } from './messages/messages-interface.ts';
import type { Completion, Provider } from './provider.ts';
import { ProviderFailure } from './provider-failure.ts';
import { responsesInterface } from './responses/responses-interface.ts';
import { hearing, type Progress, startSilenceWatch } from './silence-watch.ts';
import type { WireInterface } from './wire-interface.ts';

/** The package's own timer must never fire before ours. */
const NEVER = 2 ** 31 - 1;

const INTERFACES: Readonly<Record<ModelSettings['interface'], () => WireInterface>> = {
  chat: chatInterface,
  responses: responsesInterface,
  messages: messagesInterface,
};

/**
 * A model behind HTTP. The package carries requests and streams of whichever interface; its own retries,
 * timeouts, logs and settings from the environment are off.
 */
export function httpProvider(settings: ModelSettings, clock: Clock): Provider {
  const wire = INTERFACES[settings.interface]();
  const headers = headersFor(settings, wire);
  const client = new OpenAI({
    baseURL: settings.baseUrl,
    apiKey: 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: NEVER,
    logLevel: 'off',
    fetchOptions: { redirect: 'manual' },
    fetch: (address, init) => fetch(address, { ...init, headers }),
  });
  const { apiVersion } = settings;
  const query = apiVersion === undefined ? {} : { query: { 'api-version': apiVersion } };
  return {
    async complete(request, signal, onText) {
      signal.throwIfAborted();
      const stop = new AbortController();
      const both = AbortSignal.any([signal, stop.signal]);
      const progress: Progress = { received: undefined };
      const watch = startSilenceWatch(clock, settings.silence, stop, progress);
      try {
        const body = wire.body(request, settings);
        const call = client.post(wire.path, { body, signal: both, ...query }).asResponse();
        const response = await abortable(call, both);
        watch.heard();
        progress.received = 0;
        const heard = hearing(response, () => watch.heard());
        return await readResponse({ client, wire, response: heard }, both, progress, (text) => {
          if (text !== '') onText(text);
        });
      } catch (thrown) {
        signal.throwIfAborted();
        const reason: unknown = stop.signal.aborted ? stop.signal.reason : thrown;
        throw classifyFailure(reason, clock.now(), progress.received);
      } finally {
        watch.end();
        // Closes the connection of an answer that was not read to its end.
        stop.abort();
      }
    },
  };
}

/**
 * All headers of a request. Those of the package tell about this machine, and some may come from
 * the environment, where they are meant for another provider.
 */
function headersFor({ key, keyHeader }: ModelSettings, wire: WireInterface) {
  const secret = key?.reveal();
  return {
    accept: 'text/event-stream, application/json',
    'content-type': 'application/json',
    'user-agent': 'rustward',
    ...wire.headers,
    ...(secret === undefined
      ? {}
      : { [keyHeader]: keyHeader === 'authorization' ? `Bearer ${secret}` : secret }),
  };
}

interface WireResponse {
  readonly client: OpenAI;
  readonly wire: WireInterface;
  readonly response: Response;
}

async function readResponse(
  { client, wire, response }: WireResponse,
  signal: AbortSignal,
  progress: Progress,
  onChunk: (text: string) => void,
): Promise<Completion> {
  const type = response.headers.get('content-type') ?? '';
  if (/\bjson\b/.test(type)) {
    const completion = wire.parse(await abortable(response.json(), signal));
    if (completion === undefined) {
      throw new ProviderFailure('broken', 'answered with unknown JSON');
    }
    onChunk(completion.content);
    return completion;
  }
  if (!/\btext\/event-stream\b/.test(type)) {
    const kind = type === '' ? 'something without a type' : `a page of type ${type}`;
    throw new ProviderFailure('broken', `answered with ${kind}; is baseUrl right?`);
  }
  const assembly = wire.assembly();
  const events = Stream.fromSSEResponse<unknown>(response, new AbortController(), client);
  const iterator = events[Symbol.asyncIterator]();
  for (;;) {
    const next = await abortable(iterator.next(), signal);
    if (next.done === true) break;
    const text = assembly.add(next.value);
    if (text === undefined) throw new ProviderFailure('broken', 'streamed unknown JSON', progress);
    onChunk(text);
    progress.received = assembly.received;
  }
  // The package ends silently when the connection was aborted.
  signal.throwIfAborted();
  return assembly.finish();
}
