import { constants } from 'node:os';
import { UNNAMED_RESULT } from '../pairing/meaning.ts';
import type { ComparisonPlan, Output, ResultPlan, ReturnedValue } from '../plan/comparison-plan.ts';
import type { RustApiType } from '../rust-api/rust-type.ts';

/** What to do with each part of a result: Rust statements for the output of that index. */
export interface ResultWriter {
  /** @param returns what the C returns then, where the plan says so */
  ignored(value: string, returns: ReturnedValue | undefined): string;
  /** @param value a place of the type that the output's pair has */
  output(at: number, output: Output, value: string): string;
  /** @param value an `i8`: -1, 0 or 1 */
  sign(at: number, output: Output, value: string): string;
  /** @param value an object, by value */
  made(at: number, output: Output, value: string): string;
  /** @param value a `usize` */
  length(at: number, output: Output, value: string): string;
  code(at: number, output: Output, value: bigint): string;
}

/**
 * Rust statements that take apart the result of a function, which is in the variable `value`, and do
 * with its parts what the plan says.
 * @param type of the result
 */
export function resultCode(plan: ComparisonPlan, type: RustApiType, writer: ResultWriter): string {
  return partCode(plan.result, 'value', type, plan, writer);
}

/** @param type of the value, where it is known */
function partCode(
  result: ResultPlan,
  value: string,
  type: RustApiType | undefined,
  plan: ComparisonPlan,
  writer: ResultWriter,
): string {
  switch (result.kind) {
    case 'ignored':
      return writer.ignored(value, result.returns);
    case 'output': {
      const output = outputOf(plan, result.output);
      const isDirect = ['integer', 'float', 'boolean', 'enum'].includes(output.pair.kind);
      const place = type === undefined || !isDirect ? value : dereference(value, type);
      return writer.output(result.output, output, place);
    }
    case 'sign': {
      const sign = type?.kind === 'ordering' ? `${value} as i8` : `${value}.signum() as i8`;
      return writer.sign(result.output, outputOf(plan, result.output), sign);
    }
    case 'osError':
      return writer.output(result.output, outputOf(plan, result.output), osError(value));
    case 'made': {
      const inner = type?.kind === 'box' ? `*${value}` : value;
      return writer.made(result.output, outputOf(plan, result.output), inner);
    }
    case 'length':
      return writer.length(result.output, outputOf(plan, result.output), `${value}.len()`);
    case 'code':
      return writer.code(result.output, outputOf(plan, result.output), result.value);
    case 'all':
      return result.parts.map((part) => partCode(part, value, type, plan, writer)).join(' ');
    case 'parts':
      return result.parts
        .map(({ field, plan: part }) =>
          partCode(part, `${value}.${field}`, partType(type, field), plan, writer),
        )
        .join(' ');
    case 'match': {
      const arms = result.arms.map(({ pattern, plan: arm }) => {
        return `${pattern} => { ${partCode(arm, 'value', armType(type, pattern), plan, writer)} }`;
      });
      const last = `_ => panic!("${UNNAMED_RESULT}")`;
      return `#[allow(unreachable_patterns)] match ${value} { ${[...arms, last].join(', ')} }`;
    }
  }
}

function outputOf(plan: ComparisonPlan, at: number): Output {
  const output = plan.outputs[at];
  if (output === undefined) throw new Error('no such output');
  return output;
}

/** Kinds of errors that Rust makes of one value of `errno` alone, or most plainly of that. */
const KINDS: readonly (readonly [kind: string, errno: number])[] = [
  ['InvalidInput', constants.errno.EINVAL],
  ['NotFound', constants.errno.ENOENT],
  ['PermissionDenied', constants.errno.EACCES],
  ['AlreadyExists', constants.errno.EEXIST],
  ['OutOfMemory', constants.errno.ENOMEM],
  ['WouldBlock', constants.errno.EAGAIN],
  ['Interrupted', constants.errno.EINTR],
  ['BrokenPipe', constants.errno.EPIPE],
  ['TimedOut', constants.errno.ETIMEDOUT],
];

/** The value of `errno` that an `io::Error` was made of, or the one of its kind; zero for none. */
function osError(value: string): string {
  const arms = KINDS.map(([kind, errno]) => `std::io::ErrorKind::${kind} => ${errno}`);
  return `${value}.raw_os_error().unwrap_or_else(|| match ${value}.kind() { ${arms.join(', ')}, _ => 0 })`;
}

function dereference(value: string, type: RustApiType): string {
  let text = value;
  for (let at = type; at.kind === 'reference' || at.kind === 'box'; ) {
    text = `(*${text})`;
    at = at.kind === 'reference' ? at.to : at.of;
  }
  return text;
}

function partType(type: RustApiType | undefined, field: string): RustApiType | undefined {
  return type?.kind === 'tuple' ? type.items[Number(field)] : undefined;
}

function armType(type: RustApiType | undefined, pattern: string): RustApiType | undefined {
  if (type?.kind === 'option' && pattern.startsWith('Some')) return type.of;
  if (type?.kind === 'result') return pattern.startsWith('Ok') ? type.ok : type.error;
  return undefined;
}
