import { request } from 'node:http';
import { WEBHOOK_PATH } from '../../../src/github/webhooks/verify-signature.ts';
import { MAX_MILLISECONDS } from '../promise.ts';
import type { WebhookInput } from './webhook-input.ts';

/** An answer's status and text; or why there was none. */
export type Answer = { readonly status: number; readonly text: string } | { readonly none: string };

/** Brings a request to the App, and waits for what it says. */
export function send(url: string, { method, headers, body }: WebhookInput): Promise<Answer> {
  return new Promise((resolve) => {
    const isChunked = headers['transfer-encoding'] !== undefined;
    const sent = request(`${url}${WEBHOOK_PATH}`, {
      ...{ method, agent: false, timeout: MAX_MILLISECONDS },
      headers: isChunked ? headers : { ...headers, 'content-length': `${body.length}` },
    });
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      const settle = () => resolve({ status: response.statusCode ?? 0, text });
      response.on('end', settle).on('error', settle);
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer within a minute')));
    sent.on('error', (error) => resolve({ none: error.message }));
    sent.end(body);
  });
}
