import { lengthAsC } from '../cases/length-expression.ts';
import { NotComparable } from '../not-comparable.ts';
import type { PairingDefinitions } from '../pairing/definitions.ts';
import { cArgumentVariable } from '../plan/c-variables.ts';
import type { CArgument } from '../plan/comparison-plan.ts';
import type { NamedParam } from './named-param.ts';

type ListInRecord = NonNullable<Extract<CArgument, { kind: 'inside' }>['list']>;

/**
 * Where a list of a record lies that another parameter points at, as `table->items`, and how long it is.
 * @throws NotComparable where there is none, or nothing tells how long it is
 */
export function listInRecord(
  list: string,
  params: readonly NamedParam[],
  { records, fields }: PairingDefinitions,
): ListInRecord {
  const [name = '', field = ''] = list.split('->');
  const type = params.find((param) => param.name === name)?.type;
  const id = type?.kind === 'pointer' && type.to.kind === 'record' ? type.to.id : '';
  const record = records.get(id);
  const listed = record?.fields?.find((one) => one.name === field)?.type;
  if (record === undefined || (listed?.kind !== 'pointer' && listed?.kind !== 'array')) {
    throw new NotComparable(`${list} is no list in a record that a parameter points at`);
  }
  // An object is a pointer to nothing known.
  const owner = `((${record.name} *)${cArgumentVariable(name)})`;
  const told = fields[record.name]?.[field]?.length;
  if (told !== undefined) {
    const length = `rw_long(${lengthAsC(told, (one) => `${owner}->${one}`)})`;
    return { start: `${owner}->${field}`, length };
  }
  if (listed.kind === 'array' && listed.length !== undefined) {
    return { start: `${owner}->${field}`, length: `${listed.length}u` };
  }
  throw new NotComparable(
    `nothing tells how many elements ${field} of ${record.name} has, into which an index is given; say it in the mapping (records)`,
  );
}
