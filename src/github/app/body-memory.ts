import type { IncomingMessage } from 'node:http';

/** A body whose room is held until it is released. */
interface HeldBody {
  readonly text: string;
  release(): void;
}

export interface BodyMemory {
  /**
   * Reads a body; why there is none where it is too long by itself, or had no room beside the others.
   * The connection of one that has to give way ends.
   * @throws the error of a connection that ends early
   */
  read(request: IncomingMessage): Promise<HeldBody | 'too long' | 'no room'>;
}

/** A body of which the end has not come. */
interface Reading {
  readonly request: IncomingMessage;
  readonly chunks: Buffer[];
  bytes: number;
  hasLost: boolean;
}

/**
 * Reads bodies before it is known who sent them, within a bound on each and on all together.
 * Where these need more, the longest that is not whole yet gives way, so that who sends much cannot
 * keep others from sending little.
 */
export function bodyMemory(maxBytes: number, maxTotalBytes: number): BodyMemory {
  const unfinished = new Set<Reading>();
  let total = 0;

  function add(reading: Reading, chunk: Buffer): void {
    reading.chunks.push(chunk);
    reading.bytes += chunk.length;
    total += chunk.length;
    while (total > maxTotalBytes && unfinished.size > 0) {
      const longest = [...unfinished].reduce((a, b) => (b.bytes > a.bytes ? b : a));
      longest.hasLost = true;
      drop(longest);
      longest.request.destroy();
    }
  }

  function drop(reading: Reading): void {
    if (!unfinished.delete(reading)) return;
    total -= reading.bytes;
    reading.chunks.length = 0;
  }

  function hold({ chunks, bytes }: Reading): HeldBody {
    let isHeld = true;
    return {
      text: Buffer.concat(chunks).toString('utf8'),
      release() {
        if (isHeld) total -= bytes;
        isHeld = false;
      },
    };
  }

  return {
    async read(request) {
      if (Number(request.headers['content-length'] ?? 0) > maxBytes) return 'too long';
      const reading: Reading = { request, chunks: [], bytes: 0, hasLost: false };
      unfinished.add(reading);
      try {
        for await (const chunk of request) {
          const part: Buffer = chunk;
          if (reading.hasLost) return 'no room';
          if (reading.bytes + part.length > maxBytes) return 'too long';
          add(reading, part);
        }
        if (reading.hasLost) return 'no room';
        unfinished.delete(reading);
        return hold(reading);
      } catch (thrown) {
        if (reading.hasLost) return 'no room';
        throw thrown;
      } finally {
        drop(reading);
      }
    },
  };
}
