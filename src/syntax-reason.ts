import { messageOf } from './errors.ts';

/** What is wrong with a text of JSON5, and where: `invalid character 'x', line 3, column 9`. */
export function syntaxReason(thrown: unknown): string {
  return messageOf(thrown)
    .replace(/^JSON5: /, '')
    .replace(/ at (\d+):(\d+)$/, ', line $1, column $2');
}
