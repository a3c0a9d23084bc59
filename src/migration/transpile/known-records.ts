import * as z from 'zod';
import type { KnownRecords } from '../state/type-layout.ts';
import type { CFunctionSource } from '../steps/step.ts';

const mappingShape = z.looseObject({
  records: z.record(z.string(), z.record(z.string(), z.json())).default({}),
});

/**
 * A plan of a function with what is known of the fields of its records: the layout of the types says it once, and
 * so does the plan of a function that did the same as its C. What the plan says itself goes before that.
 * @param source of the C function
 */
export function withKnownRecords<One extends object>(
  one: One,
  source: CFunctionSource | undefined,
  known: KnownRecords = {},
): One {
  if (source === undefined || !('signature' in one)) return one;
  const text = `${source.signature}\n${source.text}\n${source.context}`;
  const used = Object.entries(known).filter(([name]) =>
    new RegExp(`\\b${name.replace(/^(?:struct|union)\s+/, '')}\\b`).test(text),
  );
  if (used.length === 0) return one;
  const mapping = mappingShape.parse('mapping' in one ? (one.mapping ?? {}) : {});
  const records = { ...mapping.records };
  for (const [name, fields] of used) {
    // A plan may call the record by a typedef of the same name.
    const alias = name.replace(/^(?:struct|union)\s+/, '');
    const own = { ...records[alias], ...records[name] };
    if (alias !== name) delete records[alias];
    records[name] = { ...fields, ...own };
  }
  return { ...one, mapping: { ...mapping, records } };
}
