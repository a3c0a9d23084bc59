import type { Expr } from '../../code/c/ir/ast.ts';
import { type CType, namedType } from '../../code/c/ir/types.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { AccessEvent, TransferEvent } from '../../code/flow/interpreter/events.ts';
import type { Facts } from '../../code/flow/interpreter/facts.ts';
import type { ReportHit } from '../c/c-rule.ts';
import { traceOf } from '../c/support/expressions/taint-trace.ts';
import { isCheckedAbove, taintOriginOf } from '../c/support/expressions/untrusted.ts';
import { hasLearntBottom, hasLearntTop } from '../c/support/sizes/extent.ts';
import { nameOfType } from './containers.ts';

/** `std::array` says in its type how many elements it has. */
export function arrayAccess(event: AccessEvent, facts: Facts, report: ReportHit): void {
  const { expr, base, indexValue } = event;
  const size = lengthOf(base);
  if (indexValue === undefined || size === undefined) return;
  const { lo, hi } = facts.range(indexValue);
  if (lo >= size || hi < 0)
    report(expr, outOfBoundsMessage(nameOf(base), lo === hi ? String(lo) : 'this index', size), {
      confidence: 0.9,
      event: 'shape',
    });
  else if (!fromOutside(event, size, facts, report)) reachesEnd(event, size, facts, report);
}

/** A number from outside that is compared with one end alone, or with the wrong number. */
function fromOutside(
  { expr, base, index, indexValue }: AccessEvent,
  size: number,
  facts: Facts,
  report: ReportHit,
): boolean {
  if (index === undefined || indexValue === undefined) return false;
  if (taintOriginOf(facts, indexValue) !== 'external' || !isCheckedAbove(facts, indexValue))
    return false;
  const { hi } = facts.range(indexValue);
  const isNegative =
    index.type.kind === 'int' && index.type.signed && !hasLearntBottom(facts, indexValue);
  const isPast = hi >= size && hasLearntTop(facts, indexValue);
  if (!isNegative && !isPast) return false;
  const how = isPast
    ? `can be ${hi}, and \`${nameOf(base)}\` has ${size} elements`
    : 'can be negative';
  const taint = facts.taint(indexValue);
  report(expr, `the index \`${facts.text(index)}\` comes from outside and ${how}`, {
    confidence: 0.8,
    cwe: isPast ? 787 : 129,
    trace: traceOf(taint, facts.step(expr, 'it is an index here')),
  });
  return true;
}

/** A loop that goes one too far: nothing but a comparison gives just that end. */
export function reachesEnd(
  { expr, base, indexValue }: AccessEvent,
  size: number,
  facts: Facts,
  report: ReportHit,
): void {
  if (indexValue === undefined) return;
  const { lo, hi } = facts.range(indexValue);
  if (lo >= 0 && lo < hi && hi === size)
    report(expr, `the index reaches ${size}, and \`${nameOf(base)}\` has ${size} elements`, {
      confidence: 0.85,
      event: 'shape',
    });
}

/**
 * A call that reads or writes so many bytes from where `data()` of a container begins.
 * @param lent how many elements the container has at such a call, where it is not an array
 */
export function checkTransfer(
  { call, arg, size, text, write, certain }: TransferEvent,
  lent: ReadonlyMap<Expr, number>,
  facts: Facts,
  report: ReportHit,
): void {
  const given = call.args[arg];
  const data = given && withoutCasts(given);
  if (size === undefined || text || !certain) return;
  if (data?.kind !== 'call' || data.name !== 'data' || data.receiver === undefined) return;
  const container = data.receiver;
  const count = lengthOf(container) ?? lent.get(data);
  const element = elementSize(container, facts);
  if (count === undefined || element === undefined) return;
  const room = count * element;
  const { lo } = facts.range(size);
  const verb = write ? 'writes' : 'reads';
  const name = nameOf(container);
  const cwe = write ? 787 : 125;
  const taint = facts.taint(size);
  const trace = traceOf(taint, facts.step(call, `${call.name} ${verb} so many bytes here`));
  if (lo > room)
    return report(call, `${call.name} ${verb} at least ${lo} bytes, and \`${name}\` has ${room}`, {
      confidence: 0.9,
      cwe,
      trace,
    });
  const trust = taintOriginOf(facts, size);
  if (trust === 'none' || isCheckedAbove(facts, size) || facts.range(size).hi <= room) return;
  report(
    call,
    `the length of what ${call.name} ${verb} is not compared with the ${room} bytes of \`${name}\``,
    {
      confidence: trust === 'external' ? 0.85 : 0.55,
      event: trust === 'external' ? 'definite' : 'latent',
      cwe,
      trace,
    },
  );
}

/** The size of T in `std::array<T, N>` and `std::vector<T>`, where T is a number. */
function elementSize(container: Expr, facts: Facts): number | undefined {
  const found = /^(?:array|vector)<([\w:]+)(?:,\w+)?>$/.exec(nameOfType(container.type))?.[1];
  const name = found?.replace(/^(?:unsigned|signed)(?=char|short|int|long)/, '');
  const type = name === undefined ? undefined : (namedType(name) ?? BASIC.get(name));
  return type === undefined ? undefined : facts.sizeOf(type);
}

const BASIC: ReadonlyMap<string, CType> = new Map(
  (
    [
      ['short', 16],
      ['int', 32],
      ['unsigned', 32],
      ['longlong', 64],
    ] as const
  ).map(([name, bits]) => [name, { kind: 'int', bits, signed: true }] as const),
);

/** N of `std::array<T, N>`. */
function lengthOf(base: Expr): number | undefined {
  const found = /^array<.*,(\d{1,9})(?:[uU]?[lL]{0,2}|[zZ])>$/.exec(nameOfType(base.type))?.[1];
  return found === undefined ? undefined : Number(found);
}

function nameOf(base: Expr): string {
  return base.kind === 'name' || base.kind === 'member' ? base.name : 'the array';
}

export function outOfBoundsMessage(name: string, index: string, size: number): string {
  const elements = size === 1 ? 'one element' : `${size === 0 ? 'no' : size} elements`;
  return `\`${name}\` has ${elements} here, and ${index} is no index of one`;
}
