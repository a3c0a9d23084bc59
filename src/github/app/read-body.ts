import type { IncomingMessage } from 'node:http';

/** GitHub sends no more. */
const MOST_BYTES = 25 * 1024 * 1024;

/** The body of a request as text; undefined when it is too long, before it takes up memory. */
export async function readBody(
  request: IncomingMessage,
  most = MOST_BYTES,
): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > most) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const part: Buffer = chunk;
    bytes += part.length;
    if (bytes > most) return undefined;
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString('utf8');
}
