import type { CType } from '../code/clang/c-type.ts';
import { both, literal, oneOfEach } from './c/conditions.ts';
import { argumentVariable, ERRNO, RETURNED } from './c/variables.ts';
import type { Definitions } from './definitions.ts';
import { errnoName } from './errno.ts';
import type { ResultFacts } from './infer-meaning.ts';
import type { Meaning } from './mapping.ts';
import { NotComparable } from './not-comparable.ts';
import { type IntegerPair, type Pair, shapeOf } from './pair.ts';
import { listPair, pairOf } from './pairing.ts';
import type { CDestination, Output, ResultPlan } from './plan.ts';
import { planMade } from './plan-made.ts';
import { behindReference, type RustType } from './rust/rust-type.ts';

/** Turns what the result of the Rust function means into outputs of both sides. */
export class ResultPlanner {
  readonly outputs: Output[] = [];
  /** What the mapping leaves out of the comparison, each in one sentence. */
  readonly limits: string[] = [];
  private readonly facts: ResultFacts;
  private readonly known: Definitions;

  constructor(facts: ResultFacts, known: Definitions) {
    this.facts = facts;
    this.known = known;
  }

  /**
   * @param when the C expression under which the C has the value
   * @throws NotComparable when a meaning does not fit its types
   */
  plan(meaning: Meaning, rust: RustType, when: string | undefined): ResultPlan {
    if (typeof meaning === 'string') {
      return meaning === 'nothing' ? { kind: 'ignored' } : this.place(meaning, rust, when);
    }
    if ('tuple' in meaning) {
      if (rust.kind !== 'tuple' || rust.items.length !== meaning.tuple.length) {
        throw new NotComparable('result.tuple has not as many parts as the Rust result');
      }
      const parts = rust.items.map((type, at) => ({
        field: `${at}`,
        plan: this.plan(meaning.tuple[at] ?? 'nothing', type, when),
      }));
      return { kind: 'parts', parts };
    }
    if ('fields' in meaning) return this.fields(meaning.fields, rust, when);
    if ('ok' in meaning) return this.result(meaning, rust, when);
    if ('some' in meaning) return this.option(meaning, rust, when);
    if ('buffer' in meaning) return this.buffer(meaning.buffer, meaning.length, rust, when);
    if ('offset' in meaning) {
      const value = `(rw_u64)((__typeof__(${argumentVariable(meaning.offset)}))${RETURNED} - ${argumentVariable(meaning.offset)})`;
      const index: CType = { kind: 'integer', bits: 64, signed: false, isCharacter: false };
      const to: CDestination = { kind: 'offset', of: meaning.offset };
      return this.output('return', pairOf(index, rust, this.known), value, when, undefined, to);
    }
    if ('allocated' in meaning) {
      const value = this.valueOf(meaning.allocated);
      const pair: IntegerPair = { ...unsigned8, bits: 64, rust: 'usize' };
      const count = `rw_allocated(${value}) / sizeof *${value}`;
      // To the sanitizer, nothing is one byte.
      const more = `(${count} <= 1 ? 0 : ${count})`;
      const to: CDestination = { kind: 'allocated' };
      return {
        kind: 'length',
        output: this.add(meaning.allocated, pair, more, when, undefined, to),
      };
    }
    if ('sign' in meaning) {
      const value = this.valueOf(meaning.sign);
      const pair: IntegerPair = {
        kind: 'integer',
        bits: 8,
        signed: true,
        rust: 'i8',
        isByte: true,
      };
      const sign = `((${value} > 0) - (${value} < 0))`;
      const to: CDestination = { kind: 'sign' };
      return { kind: 'sign', output: this.add(meaning.sign, pair, sign, when, undefined, to) };
    }
    const output = this.status(meaning.of, when);
    const arms = meaning.match.map(({ rust: pattern, c }): Arm => {
      return { pattern: this.pattern(pattern, rust), plan: { kind: 'code', output, value: c } };
    });
    return { kind: 'match', arms };
  }

  /** The plan of a constructor of objects; undefined for a function that is none. */
  made(rust: RustType, object: string, meaning: Meaning | undefined): ResultPlan | undefined {
    return planMade(this.facts, rust, object, meaning, (value) =>
      this.add('return', { kind: 'boolean' }, value, undefined, undefined, { kind: 'object' }),
    );
  }

  private place(place: string, rust: RustType, when: string | undefined): ResultPlan {
    const base = behindReference(rust);
    if (place !== 'return' && base.kind === 'array') {
      const argument = this.facts.arguments.find(({ name }) => name === place);
      if (argument?.kind === 'output' && argument.of.kind !== 'array') {
        const of = listPair(argument.of, base, this.known).of;
        const pair: Pair = { kind: 'array', of, length: base.length };
        return this.output(place, pair, argumentVariable(place), when, undefined);
      }
    }
    const type = this.typeOf(place);
    const value = this.valueOf(place);
    if (type.kind === 'pointer' && base.kind !== 'option') {
      if (['vec', 'str', 'string', 'slice'].includes(base.kind)) {
        return this.buffer(place, 'nul', rust, when);
      }
      const pair = pairOf(type.to, base, this.known);
      return this.output(place, pair, `(*${value})`, when, undefined, { kind: 'pointee' });
    }
    return this.output(place, pairOf(type, rust, this.known), value, when, undefined);
  }

  private buffer(
    place: string,
    length: 'nul' | 'room' | bigint | string,
    rust: RustType,
    when: string | undefined,
  ): ResultPlan {
    const argument = this.facts.arguments.find(({ name }) => name === place);
    const type = this.typeOf(place);
    const isBehind = type.kind === 'pointer';
    const value =
      isBehind || argument === undefined ? this.valueOf(place) : argumentVariable(place);
    const pair = listPair(isBehind ? type.to : type, rust, this.known);
    const to: CDestination = { kind: 'elements', length };
    return this.output(place, pair, value, when, this.lengthOf(length, argument), to);
  }

  private lengthOf(
    length: 'nul' | 'room' | bigint | string,
    argument: ResultFacts['arguments'][number] | undefined,
  ): string {
    if (length === 'nul') return length;
    if (typeof length === 'bigint') return `${length}`;
    if (length !== 'room') return this.valueOf(length);
    if (argument?.kind !== 'output') throw new NotComparable('only an out-parameter has a room');
    return `${argument.room}`;
  }

  private fields(
    fields: Readonly<Record<string, Meaning>>,
    rust: RustType,
    when: string | undefined,
  ): ResultPlan {
    const item = rust.kind === 'item' ? this.known.crate.item(rust.path) : undefined;
    if (item?.kind !== 'struct') throw new NotComparable('result.fields needs a struct in Rust');
    const parts = Object.entries(fields).map(([field, meaning]) => {
      const type = item.fields.find(({ name }) => name === field)?.type;
      if (type === undefined) throw new NotComparable(`${item.path} has no field ${field}`);
      return { field, plan: this.plan(meaning, type, when) };
    });
    return { kind: 'parts', parts };
  }

  private result(
    meaning: Extract<Meaning, { errors: unknown }>,
    rust: RustType,
    when: string | undefined,
  ): ResultPlan {
    if (rust.kind !== 'result') throw new NotComparable('result.ok needs a Result in Rust');
    const { errors, success, ok } = meaning;
    const usesReturn = mentions(ok, 'return');
    const failures =
      errors === 'return'
        ? []
        : errors === 'errno'
          ? [ERRNO_FAILURE]
          : errors.map((one) => one.return);
    const codes = [...new Set(failures)].map((code) => `${RETURNED} == ${literal(code)}`);
    const holds =
      success === undefined && codes.length > 0
        ? `!(${codes.join(' || ')})`
        : `${RETURNED} == ${literal(success ?? 0n)}`;
    const inner = both(when, holds);
    // A descriptor is none where the call fails.
    const isOpen = rust.ok.kind === 'file';
    const direct = usesReturn && !isOpen && (ok === 'return' || typeof ok === 'string');
    const plan: ResultPlan = direct ? this.plan(ok, rust.ok, when) : this.plan(ok, rust.ok, inner);
    // A return value that is a part of the success is a code for the errors alone.
    const isPart = usesReturn && !direct && success === undefined;
    const output = direct
      ? this.outputs.length - 1
      : this.status('return', isPart ? both(when, `!(${holds})`) : when);
    const okPlan: ResultPlan =
      direct || isPart
        ? plan
        : { kind: 'all', parts: [{ kind: 'code', output, value: success ?? 0n }, plan] };
    const failed = both(when, `!(${holds})`);
    const errorArms =
      errors === 'return'
        ? [{ pattern: 'Err(value)', plan: { kind: 'output', output } as const }]
        : errors === 'errno'
          ? [this.errnoArm(rust.error, output, failed)]
          : this.errorArms(errors, rust.error, output, failed);
    return { kind: 'match', arms: [{ pattern: 'Ok(value)', plan: okPlan }, ...errorArms] };
  }

  /** The error has the value of `errno`. @param output the code that is returned then */
  private errnoArm(error: RustType, output: number, failed: string): Arm {
    const value: ResultPlan = { kind: 'code', output, value: ERRNO_FAILURE };
    if (error.kind === 'ioError') {
      const errno = this.addErrno(signed32, ERRNO, failed);
      const plan: ResultPlan = { kind: 'osError', output: errno };
      return { pattern: 'Err(value)', plan: { kind: 'all', parts: [value, plan] } };
    }
    const errno = this.addErrno(pairOf(ERRNO_TYPE, error, this.known), ERRNO, failed);
    const plan: ResultPlan = { kind: 'output', output: errno };
    return { pattern: 'Err(value)', plan: { kind: 'all', parts: [value, plan] } };
  }

  /**
   * An arm for each error: what is returned, and `errno` where the mapping says it.
   * @param output the code that is returned; undefined where the failure itself is all
   */
  private errorArms(
    errors: readonly ErrorMeaning[],
    error: RustType,
    output: number | undefined,
    failed: string,
  ): Arm[] {
    const told = errors.filter((one) => one.errno !== undefined);
    const codes = [...new Set(told.flatMap((one) => one.return ?? []))];
    const untold = errors.find(
      (one) => one.errno === undefined && codes.includes(one.return ?? 0n),
    );
    if (untold !== undefined) {
      throw new NotComparable(`${untold.error} returns what others do, and has no errno`);
    }
    const isIt = codes.map((code) => `${RETURNED} == ${literal(code)}`).join(' || ');
    const when = isIt === '' ? failed : both(failed, `(${isIt})`);
    const groups = told.map((one) => one.errno ?? []);
    const errno = told.length === 0 ? undefined : this.addErrno(signed32, oneOfEach(groups), when);
    for (const { error: name, errno: values = [] } of told) {
      if (values.length < 2) continue;
      const names = values.map(errnoName).join(' and ');
      this.limits.push(`${name} stands for ${names}, which errno tells apart in C.`);
    }
    return errors.map((one) => {
      const parts: ResultPlan[] = [];
      if (output !== undefined && one.return !== undefined)
        parts.push({ kind: 'code', output, value: one.return });
      if (errno !== undefined && one.errno !== undefined)
        parts.push({ kind: 'code', output: errno, value: BigInt(one.errno[0] ?? 0) });
      return {
        pattern: `Err(${this.pattern(one.error, error)})`,
        plan: parts.length === 1 && parts[0] ? parts[0] : { kind: 'all', parts },
      };
    });
  }

  /** `errno` after a call that failed. */
  private addErrno(pair: Pair, value: string, when: string): number {
    return this.add('errno', pair, value, when, undefined, { kind: 'errno' });
  }

  /** `errno` where no error of Rust tells it: seen, and not compared. */
  observeErrno(): void {
    const shape = { kind: 'nullable', of: shapeOf(signed32) } as const;
    this.outputs.push({
      slot: { name: 'errno', shape, isObserved: true },
      pair: signed32,
      c: { value: ERRNO, when: `${ERRNO} != 0`, length: undefined, destination: { kind: 'errno' } },
      rust: 'result',
    });
  }

  private option(
    meaning: Extract<Meaning, { none: unknown }>,
    rust: RustType,
    when: string | undefined,
  ): ResultPlan {
    const inner = rust.kind === 'option' ? rust.of : rust.kind === 'result' ? rust.ok : undefined;
    if (inner === undefined) throw new NotComparable('result.some needs an Option in Rust');
    const { none, success, some } = meaning;
    const names = rust.kind === 'option' ? ['Some(value)', 'None'] : ['Ok(value)', 'Err(_)'];
    const [present = '', absent = ''] = names;
    const isAbsent = none === 'null' ? `${RETURNED} == 0` : `${RETURNED} == ${literal(none)}`;
    const plan = this.plan(some, inner, both(when, `!(${isAbsent})`));
    const usesReturn = none === 'null' || mentions(some, 'return');
    if (meaning.errors !== undefined && rust.kind !== 'result') {
      throw new NotComparable('result.errors needs a Result in Rust');
    }
    if (meaning.errors !== undefined && rust.kind === 'result') {
      const status = usesReturn ? undefined : this.status('return', when);
      const code = none === 'null' ? undefined : none;
      const errors = meaning.errors.map((one) => ({ ...one, return: code }));
      const failed = both(when, isAbsent);
      const value: ResultPlan[] =
        status === undefined ? [] : [{ kind: 'code', output: status, value: success ?? 1n }];
      return {
        kind: 'match',
        arms: [
          { pattern: present, plan: { kind: 'all', parts: [...value, plan] } },
          ...this.errorArms(errors, rust.error, status, failed),
        ],
      };
    }
    if (usesReturn) {
      return {
        kind: 'match',
        arms: [
          { pattern: present, plan },
          {
            pattern: absent,
            plan: { kind: 'ignored', returns: none === 'null' ? null : none },
          },
        ],
      };
    }
    const output =
      success === undefined
        ? this.add('return', { kind: 'boolean' }, `!(${isAbsent})`, when, undefined, {
            ...{ kind: 'presence', absent: none },
          })
        : this.status('return', when);
    return {
      kind: 'match',
      arms: [
        {
          pattern: present,
          plan: { kind: 'all', parts: [{ kind: 'code', output, value: success ?? 1n }, plan] },
        },
        {
          pattern: absent,
          plan: { kind: 'code', output, value: success === undefined ? 0n : none },
        },
      ],
    };
  }

  /** An integer of the C as it is. */
  private status(place: string, when: string | undefined): number {
    const type = this.typeOf(place);
    if (type.kind === 'boolean') {
      return this.add(place, unsigned8, this.valueOf(place), when, undefined);
    }
    if ((type.kind !== 'integer' && type.kind !== 'enum') || type.bits === 128) {
      throw new NotComparable(`the C's ${place} is no integer, so it has no codes`);
    }
    const pair: IntegerPair = {
      kind: 'integer',
      bits: type.bits,
      signed: type.signed,
      rust: 'i64',
      isByte: false,
    };
    return this.add(place, pair, this.valueOf(place), when, undefined);
  }

  private pattern(pattern: string, rust: RustType): string {
    const item = rust.kind === 'item' ? this.known.crate.item(rust.path) : undefined;
    if (item?.kind !== 'enum') {
      if (/^(?:_|true|false|-?\d+)$/.test(pattern) || rust.kind === 'option') return pattern;
      return '_';
    }
    if (pattern === '_') return pattern;
    const name = pattern.replace(/\s*[({].*$/s, '').replace(/^.*::/, '');
    if (!item.variants.some((variant) => variant.name === name)) {
      throw new NotComparable(`${item.path} has no variant ${name}, which the mapping names`);
    }
    return `subject::${item.path}::${name} { .. }`;
  }

  private output(
    place: string,
    pair: Pair,
    value: string,
    when: string | undefined,
    length: string | undefined,
    destination?: CDestination,
  ): ResultPlan {
    return { kind: 'output', output: this.add(place, pair, value, when, length, destination) };
  }

  private add(
    place: string,
    pair: Pair,
    value: string,
    when: string | undefined,
    length: string | undefined,
    destination: CDestination = { kind: 'value' },
  ): number {
    const shape = shapeOf(pair);
    this.outputs.push({
      slot: { name: place, shape: when === undefined ? shape : { kind: 'nullable', of: shape } },
      pair,
      c: { value, when, length, destination },
      rust: 'result',
    });
    return this.outputs.length - 1;
  }

  private typeOf(place: string): CType {
    if (place === 'return') return this.facts.function.returns;
    const argument = this.facts.arguments.find(({ name }) => name === place);
    const param = this.facts.function.params.find(({ name }) => name === place);
    if (argument === undefined || param === undefined) {
      throw new NotComparable(`the result names ${place}, which is no C parameter`);
    }
    if (param.type.kind === 'pointer') return param.type.to;
    if (param.type.kind === 'array') return param.type.of;
    return param.type;
  }

  /** The C expression of the value at a place. */
  private valueOf(place: string): string {
    if (place === 'return') return RETURNED;
    const param = this.facts.function.params.find(({ name }) => name === place);
    if (param === undefined) {
      throw new NotComparable(`the result names ${place}, which is no C parameter`);
    }
    const isPointer = param.type.kind === 'pointer' || param.type.kind === 'array';
    return isPointer ? `(*${argumentVariable(place)})` : argumentVariable(place);
  }
}

interface Arm {
  readonly pattern: string;
  readonly plan: ResultPlan;
}

/** What an error means in C. */
interface ErrorMeaning {
  readonly error: string;
  readonly return?: bigint | undefined;
  readonly errno?: readonly number[] | undefined;
}

/** What functions return that tell the rest by `errno`. */
const ERRNO_FAILURE = -1n;

const ERRNO_TYPE: CType = { kind: 'integer', bits: 32, signed: true, isCharacter: false };

const signed32: IntegerPair = {
  kind: 'integer',
  bits: 32,
  signed: true,
  rust: 'i32',
  isByte: false,
};

const unsigned8: IntegerPair = {
  kind: 'integer',
  bits: 8,
  signed: false,
  rust: 'u8',
  isByte: false,
};

/** Whether a meaning takes its value from a place. */
function mentions(meaning: Meaning, place: string): boolean {
  if (typeof meaning === 'string') return meaning === place;
  if ('tuple' in meaning) return meaning.tuple.some((part) => mentions(part, place));
  if ('fields' in meaning)
    return Object.values(meaning.fields).some((part) => mentions(part, place));
  if ('ok' in meaning) return place === 'return' || mentions(meaning.ok, place);
  if ('some' in meaning) return place === 'return' || mentions(meaning.some, place);
  if ('buffer' in meaning) return meaning.buffer === place;
  if ('allocated' in meaning) return meaning.allocated === place;
  if ('offset' in meaning) return place === 'return';
  return ('sign' in meaning ? meaning.sign : meaning.of) === place;
}
