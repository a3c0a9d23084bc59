import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Of what only the person at the browser may see: nothing keeps it, frames it, or is told of it. */
export const PRIVATE_HEADERS = {
  ...{ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  ...{ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' },
};

/** Answers with a page whose own policy says what it may load. */
export function answerHtml(
  response: ServerResponse,
  status: number,
  page: string,
  headers: OutgoingHttpHeaders = {},
): void {
  response
    .writeHead(status, {
      ...{ 'content-type': 'text/html; charset=utf-8', ...PRIVATE_HEADERS },
      // What a policy in the page itself cannot say.
      'content-security-policy': "frame-ancestors 'none'",
      ...headers,
    })
    .end(page);
}
