import OpenAI from 'openai';
import { Stream } from 'openai/streaming';
import { abortable } from '../abortable.ts';
import type { Clock } from '../clock.ts';
import type { ModelSettings } from '../configuration/settings.ts';
import { classifyFailure } from './classify-failure.ts';
import { CompletionAssembly, parseCompletion } from './completion-assembly.ts';
import type { Completion, Provider } from './provider.ts';
import { ProviderFailure } from './provider-failure.ts';
import { requestBody } from './request-body.ts';
import { chunkSchema, completionSchema } from './wire-format.ts';

/** The package's own timer must never fire before ours. */
const NEVER = 2 ** 31 - 1;

/**
 * A model behind an OpenAI-compatible interface. The package carries requests and streams; its own
 * retries, timeouts, logs and settings from the environment are off.
 */
export function openAiProvider(settings: ModelSettings, clock: Clock): Provider {
  const { baseUrl } = settings;
  const key = settings.key?.reveal();
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey: key ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: NEVER,
    logLevel: 'off',
    fetchOptions: { redirect: 'manual' },
    fetch: (address, init) => fetch(address, { ...init, headers: headersFor(key) }),
  });
  return {
    async complete(request, signal, onText) {
      signal.throwIfAborted();
      const stop = new AbortController();
      const both = AbortSignal.any([signal, stop.signal]);
      const progress: Progress = { received: undefined };
      const watch = startSilenceWatch(clock, settings.silence, stop, progress);
      try {
        const body = requestBody(request, settings);
        const call = client.chat.completions.create(body, { signal: both }).asResponse();
        const response = await abortable(call, both);
        watch.heard();
        progress.received = 0;
        const heard = hearing(response, () => watch.heard());
        return await readResponse(client, heard, both, progress, (text) => {
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
function headersFor(key: string | undefined): Record<string, string> {
  return {
    accept: 'text/event-stream, application/json',
    'content-type': 'application/json',
    'user-agent': 'rustward',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
}

interface Progress {
  received: number | undefined;
}

async function readResponse(
  client: OpenAI,
  response: Response,
  signal: AbortSignal,
  progress: Progress,
  onChunk: (text: string) => void,
): Promise<Completion> {
  const type = response.headers.get('content-type') ?? '';
  if (/\bjson\b/.test(type)) {
    const parsed = completionSchema.safeParse(await abortable(response.json(), signal));
    if (!parsed.success) throw new ProviderFailure('broken', 'answered with unknown JSON');
    const completion = parseCompletion(parsed.data);
    onChunk(completion.content);
    return completion;
  }
  if (!/\btext\/event-stream\b/.test(type)) {
    const kind = type === '' ? 'something without a type' : `a page of type ${type}`;
    throw new ProviderFailure('broken', `answered with ${kind}; is baseUrl right?`);
  }
  const assembly = new CompletionAssembly();
  const events = Stream.fromSSEResponse<unknown>(response, new AbortController(), client);
  const iterator = events[Symbol.asyncIterator]();
  for (;;) {
    const next = await abortable(iterator.next(), signal);
    if (next.done === true) break;
    const chunk = chunkSchema.safeParse(next.value);
    if (!chunk.success) throw new ProviderFailure('broken', 'streamed unknown JSON', progress);
    onChunk(assembly.add(chunk.data));
    progress.received = assembly.received;
  }
  // The package ends silently when the connection was aborted.
  signal.throwIfAborted();
  return assembly.finish();
}

/** A response of which each piece is heard, also where it tells nothing yet, as the comments of a stream. */
function hearing(response: Response, hear: () => void): Response {
  const { body, headers, status } = response;
  if (body === null) return response;
  const ear = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      hear();
      controller.enqueue(piece);
    },
  });
  return new Response(body.pipeThrough(ear), { headers, status });
}

/** Aborts when nothing was heard for a while, so that a further model still gets its turn. */
function startSilenceWatch(
  clock: Clock,
  milliseconds: number,
  stop: AbortController,
  progress: Progress,
) {
  const start = () =>
    clock.after(milliseconds, () => {
      stop.abort(
        new ProviderFailure('broken', `was silent for ${milliseconds / 1000} s`, progress),
      );
    });
  let cancel = start();
  return {
    heard() {
      cancel();
      cancel = start();
    },
    end: () => cancel(),
  };
}
