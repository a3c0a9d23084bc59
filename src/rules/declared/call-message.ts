import { wordsOf } from './argument-test.ts';
import type { CallPattern } from './call-pattern.ts';

/**
 * What is said of a call.
 * @param argument which one is the reason, counted from 1
 * @param source where its data comes from, such as `recv()`
 */
export function callMessage(
  { message, is, result }: CallPattern,
  name: string,
  argument: number | undefined,
  source: string | undefined,
): string {
  const values = new Map([
    ['function', name],
    ['argument', argument === undefined ? '' : String(argument)],
    ['source', source ?? ''],
  ]);
  if (message !== undefined)
    return message.replaceAll(/\{(\w+)\}/g, (given, key: string) => values.get(key) ?? given);
  if (is === undefined || argument === undefined)
    return result === 'ignored' ? `the result of \`${name}\` is ignored` : `\`${name}\` is called`;
  return source === undefined
    ? `argument ${argument} of \`${name}\` ${wordsOf(is)}`
    : `data from ${source} is argument ${argument} of \`${name}\``;
}
