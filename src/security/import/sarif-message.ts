import { lineOf } from './foreign-text.ts';
import type { SarifMessage, SarifRule } from './sarif-schema.ts';

/** Longer ones are rarer than broken ones. */
const MAX_MESSAGE = 1_000;
/** A message may repeat its arguments. */
const MAX_ARGUMENT = 200;

/**
 * A SARIF message as plain text on one line: looked up in its rule where it has an id, arguments
 * put in, links as their text (SARIF 2.1.0, 3.11).
 */
export function messageText(message: SarifMessage, rule?: SarifRule): string {
  if (message === undefined) return '';
  const { id, arguments: values } = message;
  // Both come from outside: an id like `constructor` must find nothing.
  const known = id !== undefined && rule && Object.hasOwn(rule.messageStrings, id);
  const raw = message.text ?? (known ? rule.messageStrings[id]?.text : undefined) ?? '';
  const text = raw
    .slice(0, 4 * MAX_MESSAGE)
    .replaceAll(/\{\{|\}\}|\{(\d{1,3})\}/g, (whole, position: string | undefined) =>
      position === undefined
        ? whole.charAt(0)
        : (values[Number(position)]?.slice(0, MAX_ARGUMENT) ?? whole),
    )
    .replaceAll(/(?<!\\)\[((?:[^[\]\\]|\\.){0,500})\]\([^()\s]{0,500}\)/g, '$1')
    .replaceAll(/\\([[\]\\])/g, '$1');
  return lineOf(text, MAX_MESSAGE);
}
