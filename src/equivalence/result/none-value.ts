import { NotComparable } from '../not-comparable.ts';
import type { PairingDefinitions } from '../pairing/definitions.ts';
import type { NoneValue } from '../pairing/meaning.ts';
import { C_RETURN, cLiteral } from '../plan/c-variables.ts';
import type { ReturnedValue } from '../plan/comparison-plan.ts';
import type { ResultFacts } from './result-facts.ts';

/**
 * The C expression that holds where the C gives nothing.
 * @throws NotComparable where what it returns has no such value
 */
export function isNoneCondition(
  none: NoneValue,
  { function: { name, returns } }: ResultFacts,
  { records }: PairingDefinitions,
): string {
  if (returns.kind !== 'record') {
    if (typeof none !== 'object') return `${C_RETURN} == ${none === 'null' ? '0' : cLiteral(none)}`;
    throw new NotComparable(
      `result.none names the field ${none.field}, and ${name} returns no record`,
    );
  }
  const fields = records.get(returns.id)?.fields ?? [];
  const names = fields.map((field) => field.name).join(', ');
  if (typeof none !== 'object') {
    throw new NotComparable(
      `result.none: ${name} returns a record by value, so one of its fields (${names}) has to tell: { "field": "${fields[0]?.name ?? ''}", "is": "null" }`,
    );
  }
  if (!fields.some((field) => field.name === none.field)) {
    throw new NotComparable(`result.none names the field ${none.field}; the record has ${names}`);
  }
  return `${C_RETURN}.${none.field} == ${none.is === 'null' ? '0' : cLiteral(none.is)}`;
}

/** What the C returns where it gives nothing. */
export function returnedForNone(none: NoneValue): ReturnedValue {
  const value = (one: 'null' | bigint) => (one === 'null' ? null : one);
  return typeof none === 'object' ? { field: none.field, is: value(none.is) } : value(none);
}
