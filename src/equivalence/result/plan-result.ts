import type { CType } from '../../code/clang/c-type.ts';
import { both, literal } from '../c/conditions.ts';
import { argumentVariable, RETURNED } from '../c/variables.ts';
import type { Definitions } from '../definitions.ts';
import type { Meaning } from '../mapping.ts';
import { NotComparable } from '../not-comparable.ts';
import type { Pair } from '../pair.ts';
import { listPair, pairOf } from '../pairing.ts';
import type { CDestination, ResultPlan } from '../plan.ts';
import { behindReference, type RustType } from '../rust/rust-type.ts';
import { typeAt, valueAt } from './c-place.ts';
import { type Arm, ErrorPlanner } from './error-arms.ts';
import type { ResultFacts } from './infer-meaning.ts';
import { count, signed8 } from './integer-pairs.ts';
import { mentions } from './mentions.ts';
import { Outputs } from './outputs.ts';
import { planMade } from './plan-made.ts';
import { successOf } from './success.ts';
import { variantPattern } from './variant-pattern.ts';

/** Turns what the result of the Rust function means into outputs of both sides. */
export class ResultPlanner {
  readonly outputs: Outputs;
  readonly errors: ErrorPlanner;
  private readonly facts: ResultFacts;
  private readonly known: Definitions;

  constructor(facts: ResultFacts, known: Definitions) {
    this.facts = facts;
    this.known = known;
    this.outputs = new Outputs(facts);
    this.errors = new ErrorPlanner(this.outputs, known);
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
      const value = valueAt(this.facts, meaning.allocated);
      const elements = `rw_allocated(${value}) / sizeof *${value}`;
      // To the sanitizer, nothing is one byte.
      const more = `(${elements} <= 1 ? 0 : ${elements})`;
      const to: CDestination = { kind: 'allocated' };
      const output = this.outputs.add(meaning.allocated, count, more, when, undefined, to);
      return { kind: 'length', output };
    }
    if ('sign' in meaning) {
      const value = valueAt(this.facts, meaning.sign);
      const sign = `((${value} > 0) - (${value} < 0))`;
      const to: CDestination = { kind: 'sign' };
      return {
        kind: 'sign',
        output: this.outputs.add(meaning.sign, signed8, sign, when, undefined, to),
      };
    }
    const output = this.outputs.status(meaning.of, when);
    const arms = meaning.match.map(({ rust: pattern, c }): Arm => {
      return {
        pattern: variantPattern(pattern, rust, this.known),
        plan: { kind: 'code', output, value: c },
      };
    });
    return { kind: 'match', arms };
  }

  /** The plan of a constructor of objects; undefined for a function that is none. */
  made(rust: RustType, object: string, meaning: Meaning | undefined): ResultPlan | undefined {
    return planMade(this.facts, rust, object, meaning, (value) =>
      this.outputs.add('return', { kind: 'boolean' }, value, undefined, undefined, {
        kind: 'object',
      }),
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
    const type = typeAt(this.facts, place);
    const value = valueAt(this.facts, place);
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
    const type = typeAt(this.facts, place);
    const isBehind = type.kind === 'pointer';
    const value =
      isBehind || argument === undefined ? valueAt(this.facts, place) : argumentVariable(place);
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
    if (length !== 'room') return valueAt(this.facts, length);
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
    const { errors } = meaning;
    const { holds, ok, code: success } = successOf(meaning);
    const usesReturn = mentions(ok, 'return');
    const inner = both(when, holds);
    // A descriptor is none where the call fails.
    const isOpen = rust.ok.kind === 'file';
    const direct = usesReturn && !isOpen && (ok === 'return' || typeof ok === 'string');
    const plan: ResultPlan = direct ? this.plan(ok, rust.ok, when) : this.plan(ok, rust.ok, inner);
    // A return value that is a part of the success is a code for the errors alone.
    const isPart = usesReturn && !direct && success === undefined;
    const output = direct
      ? this.outputs.list.length - 1
      : this.outputs.status('return', isPart ? both(when, `!(${holds})`) : when);
    const okPlan: ResultPlan =
      direct || isPart
        ? plan
        : { kind: 'all', parts: [{ kind: 'code', output, value: success ?? 0n }, plan] };
    const failed = both(when, `!(${holds})`);
    const errorArms =
      errors === 'return'
        ? [{ pattern: 'Err(value)', plan: { kind: 'output', output } as const }]
        : errors === 'errno'
          ? [this.errors.errnoArm(rust.error, output, failed)]
          : this.errors.errorArms(errors, rust.error, output, failed);
    return { kind: 'match', arms: [{ pattern: 'Ok(value)', plan: okPlan }, ...errorArms] };
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
      const status = usesReturn ? undefined : this.outputs.status('return', when);
      const code = none === 'null' ? undefined : none;
      const errors = meaning.errors.map((one) => ({ ...one, return: code }));
      const failed = both(when, isAbsent);
      const value: ResultPlan[] =
        status === undefined ? [] : [{ kind: 'code', output: status, value: success ?? 1n }];
      return {
        kind: 'match',
        arms: [
          { pattern: present, plan: { kind: 'all', parts: [...value, plan] } },
          ...this.errors.errorArms(errors, rust.error, status, failed),
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
        ? this.outputs.add('return', { kind: 'boolean' }, `!(${isAbsent})`, when, undefined, {
            ...{ kind: 'presence', absent: none },
          })
        : this.outputs.status('return', when);
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

  private output(
    place: string,
    pair: Pair,
    value: string,
    when: string | undefined,
    length: string | undefined,
    destination?: CDestination,
  ): ResultPlan {
    return {
      kind: 'output',
      output: this.outputs.add(place, pair, value, when, length, destination),
    };
  }
}
