import type { ServerResponse } from 'node:http';

export function answerPage(response: ServerResponse, status: number, body: string): void {
  const type = { 'content-type': 'text/html; charset=utf-8' };
  response.writeHead(status, type).end(`<!doctype html><title>GitHub</title>${body}`);
}

/** What a form sends beside what a person enters. */
export function hiddenInputs(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([key, value]) => `<input type="hidden" name="${escaped(key)}" value="${escaped(value)}">`)
    .join('');
}

export function escaped(value: string): string {
  return value.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
}
