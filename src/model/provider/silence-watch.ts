import type { Clock } from '../clock.ts';
import { ProviderFailure } from './provider-failure.ts';

/** How far an answer has come. */
export interface Progress {
  /** Characters that have arrived; undefined before the first byte. */
  received: number | undefined;
}

/** Aborts when nothing was heard for a while, so that a further model still gets its turn. */
export function startSilenceWatch(
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

/** A response of which each piece is heard, also where it tells nothing yet, as the comments of a stream. */
export function hearing(response: Response, hear: () => void): Response {
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
