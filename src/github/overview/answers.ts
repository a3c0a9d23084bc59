import type { ServerResponse } from 'node:http';
import { messageOf } from '../../errors.ts';
import { refusalOf } from '../api/retrying-calls.ts';
import { PRIVATE_HEADERS } from '../server/html-answer.ts';

/** One address has answers that differ by these. */
export const VARY = { vary: 'accept, cookie' };

export function answerJson(response: ServerResponse, status: number, text: string): void {
  const type = { 'content-type': 'application/json; charset=utf-8' };
  response.writeHead(status, { ...PRIVATE_HEADERS, ...VARY, ...type }).end(text);
}

export function answerText(response: ServerResponse, status: number, text: string): void {
  const type = { 'content-type': 'text/plain; charset=utf-8' };
  response.writeHead(status, { ...PRIVATE_HEADERS, ...type }).end(text);
}

/**
 * Has the browser go on.
 * @param to relative, so that a proxy may serve the App below a path of its own; or a page of GitHub
 */
export function leadTo(response: ServerResponse, to: string, cookies: readonly string[]): void {
  response.writeHead(303, { ...PRIVATE_HEADERS, location: to, 'set-cookie': [...cookies] }).end();
}

/** Why something failed, for the log: of a refusal the status alone. */
export function reasonOf(thrown: unknown): string {
  const refusal = refusalOf(thrown);
  return refusal === undefined
    ? messageOf(thrown)
    : `GitHub answered with status ${refusal.status}`;
}
