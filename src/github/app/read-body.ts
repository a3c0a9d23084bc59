import type { IncomingMessage } from 'node:http';

/** GitHub sends no more. */
const MAX_BYTES = 25 * 1024 * 1024;

/** The body of a request as text; undefined when it is too long, before it takes up memory. */
export async function readBody(
  request: IncomingMessage,
  maxBytes = MAX_BYTES,
): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const part: Buffer = chunk;
    bytes += part.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString('utf8');
}
