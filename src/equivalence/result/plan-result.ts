import type { ClangCType } from '../../code/clang/types.ts';
import { NotComparable } from '../not-comparable.ts';
import type { PairingDefinitions } from '../pairing/definitions.ts';
import { codePlace, type Meaning } from '../pairing/meaning.ts';
import type { Pair } from '../pairing/pair.ts';
import { listPairOf, pairOf } from '../pairing/pair-of-types.ts';
import { scalarBehindVoid } from '../pairing/scalar-behind-void.ts';
import { cTypeNameOfPair, pointerNameOfPair } from '../plan/c-type-of-pair.ts';
import { cArgumentVariable, conjunction } from '../plan/c-variables.ts';
import type { COutputDestination, ResultPlan } from '../plan/comparison-plan.ts';
import { behindReference, type RustApiType } from '../rust-api/rust-type.ts';
import { countAt, cTypeAt, cValueAt, offsetAt } from './c-access-path.ts';
import { checkAllocated } from './check-meaning.ts';
import { codeArgument, outCodeMeaning } from './infer-out-code.ts';
import { countPair, signed8Pair } from './integer-pairs.ts';
import { isCounted, meaningUsesPlace } from './mentions.ts';
import { isNoneCondition, returnedForNone } from './none-value.ts';
import { ResultOutputs } from './outputs.ts';
import { planMadeObject } from './plan-made-object.ts';
import {
  type OutCodeTools,
  outCodeArms,
  planOutCode,
  type ResultMeaning,
} from './plan-out-code.ts';
import type { ResultFacts } from './result-facts.ts';
import { ErrorPlanner, errnoFailure, type ResultArm } from './return-codes.ts';
import { successCondition } from './success-return-code.ts';
import { variantPattern } from './variant-pattern.ts';

/** Turns what the result of the Rust function means into outputs of both sides. */
export class ResultPlanner {
  readonly outputs: ResultOutputs;
  readonly errors: ErrorPlanner;
  private readonly facts: ResultFacts;
  private readonly definitions: PairingDefinitions;

  constructor(facts: ResultFacts, known: PairingDefinitions) {
    this.facts = facts;
    this.definitions = known;
    this.outputs = new ResultOutputs(facts);
    this.errors = new ErrorPlanner(this.outputs, known);
  }

  /**
   * @param when the C expression under which the C has the value
   * @throws NotComparable when a meaning does not fit its types
   */
  plan(meaning: Meaning, rust: RustApiType, when: string | undefined): ResultPlan {
    if (typeof meaning === 'string') {
      return meaning === 'nothing' ? { kind: 'ignored' } : this.planAccessPath(meaning, rust, when);
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
    if ('fields' in meaning) return this.planFields(meaning.fields, rust, when);
    if ('ok' in meaning) return this.planResult(meaning, rust, when);
    if ('some' in meaning) return this.planOption(meaning, rust, when);
    if ('buffer' in meaning) return this.planBuffer(meaning.buffer, meaning.length, rust, when);
    if ('offset' in meaning) {
      const { place, value } = offsetAt(this.facts, meaning);
      const index: ClangCType = { kind: 'integer', bits: 64, signed: false, isCharacter: false };
      const pair = pairOf(index, rust, this.definitions);
      const to: COutputDestination = { kind: 'offset', of: meaning.offset };
      return this.planOutput(place, pair, value, when, undefined, to);
    }
    if ('allocated' in meaning) {
      checkAllocated(rust);
      const value = cValueAt(this.facts, meaning.allocated);
      const elements = `rw_allocated(${value}) / sizeof *${value}`;
      // To the sanitizer, nothing is one byte.
      const more = `(${elements} <= 1 ? 0 : ${elements})`;
      const to: COutputDestination = { kind: 'allocated' };
      const output = this.outputs.add(meaning.allocated, countPair, more, when, undefined, to);
      return { kind: 'length', output };
    }
    if ('sign' in meaning) {
      const value = cValueAt(this.facts, meaning.sign);
      const sign = `((${value} > 0) - (${value} < 0))`;
      const to: COutputDestination = { kind: 'sign' };
      return {
        kind: 'sign',
        output: this.outputs.add(meaning.sign, signed8Pair, sign, when, undefined, to),
      };
    }
    const output = this.outputs.addStatus(meaning.of, when);
    const arms = meaning.match.map(({ rust: pattern, c }): ResultArm => {
      return {
        pattern: variantPattern(pattern, rust, this.definitions),
        plan: { kind: 'code', output, value: c },
      };
    });
    return { kind: 'match', arms };
  }

  /** The plan of a constructor of objects; undefined for a function that is none. */
  planMadeObject(
    rust: RustApiType,
    object: string,
    told: Meaning | undefined,
  ): ResultPlan | undefined {
    const argument = codeArgument(this.facts);
    const isInferred = told === undefined && argument !== undefined && rust.kind === 'result';
    const meaning = isInferred ? outCodeMeaning(this.facts, argument, rust.error, 'return') : told;
    return planMadeObject(
      this.facts,
      rust,
      object,
      meaning,
      (value) =>
        this.outputs.add('return', { kind: 'boolean' }, value, undefined, undefined, {
          kind: 'object',
        }),
      (failed) => {
        const place = codePlace(meaning);
        const isTold = place !== undefined && hasErrors(meaning) && meaning.errors !== 'any';
        if (!isTold || rust.kind !== 'result') return [];
        const status = this.outputs.addStatus(place, failed);
        return outCodeArms(meaning, rust.error, failed, status, this.errors);
      },
    );
  }

  private planAccessPath(place: string, rust: RustApiType, when: string | undefined): ResultPlan {
    const base = behindReference(rust);
    if (place !== 'return' && base.kind === 'array') {
      const argument = this.facts.arguments.find(({ name }) => name === place);
      if (argument?.kind === 'output' && argument.of.kind !== 'array') {
        const of = listPairOf(argument.of, base, this.definitions).of;
        const pair: Pair = { kind: 'array', of, length: base.length };
        return this.planOutput(place, pair, cArgumentVariable(place), when, undefined);
      }
    }
    const type = cTypeAt(this.facts, place);
    const value = cValueAt(this.facts, place);
    if (type.kind === 'pointer' && base.kind !== 'option') {
      if (['vec', 'str', 'string', 'slice'].includes(base.kind)) {
        return this.planBuffer(place, 'nul', rust, when);
      }
      const to = type.to.kind === 'void' ? scalarBehindVoid(base) : type.to;
      const pair = pairOf(to, base, this.definitions);
      const typed = type.to.kind === 'void' ? `((${cTypeNameOfPair(pair)} *)${value})` : value;
      return this.planOutput(place, pair, `(*${typed})`, when, undefined, { kind: 'pointee' });
    }
    return this.planOutput(place, pairOf(type, rust, this.definitions), value, when, undefined);
  }

  private planBuffer(
    place: string,
    length: 'nul' | 'room' | bigint | string,
    rust: RustApiType,
    when: string | undefined,
  ): ResultPlan {
    const argument = this.facts.arguments.find(({ name }) => name === place);
    const type = cTypeAt(this.facts, place);
    const isBehind = type.kind === 'pointer';
    const pair = listPairOf(isBehind ? type.to : type, rust, this.definitions);
    // The driver has a pointer to pointers as one to nothing known.
    const isTypeless = isBehind && type.to.kind === 'pointer' && place !== 'return';
    const typed = isTypeless ? `(${pointerNameOfPair(pair.of)} *)` : '';
    const value =
      isBehind || argument === undefined
        ? `${typed}${cValueAt(this.facts, place)}`
        : cArgumentVariable(place);
    const to: COutputDestination = { kind: 'elements', length };
    const source = typed === '' ? value : `(${value})`;
    return this.planOutput(place, pair, source, when, this.lengthOf(length, argument), to);
  }

  private lengthOf(
    length: 'nul' | 'room' | bigint | string,
    argument: ResultFacts['arguments'][number] | undefined,
  ): string {
    if (length === 'nul') return length;
    if (typeof length === 'bigint') return `${length}`;
    if (length !== 'room') return countAt(this.facts, length);
    if (argument?.kind !== 'output') throw new NotComparable('only an out-parameter has a room');
    return `${argument.room}`;
  }

  private planFields(
    fields: Readonly<Record<string, Meaning>>,
    rust: RustApiType,
    when: string | undefined,
  ): ResultPlan {
    const item = rust.kind === 'item' ? this.definitions.crate.item(rust.path) : undefined;
    if (item?.kind !== 'struct') throw new NotComparable('result.fields needs a struct in Rust');
    const parts = Object.entries(fields).map(([field, meaning]) => {
      const type = item.fields.find(({ name }) => name === field)?.type;
      if (type === undefined) throw new NotComparable(`${item.path} has no field ${field}`);
      return { field, plan: this.plan(meaning, type, when) };
    });
    return { kind: 'parts', parts };
  }

  private planResult(
    meaning: Extract<Meaning, { errors: unknown }>,
    rust: RustApiType,
    when: string | undefined,
  ): ResultPlan {
    if (rust.kind !== 'result') throw new NotComparable('result.ok needs a Result in Rust');
    const { errors } = meaning;
    const { condition, ok, code: success } = successCondition(meaning, this.facts);
    const shared = sharedCode(ok, errors);
    if (shared !== undefined) {
      throw new NotComparable(
        `None and ${shared.error} of the result have the same code ${shared.return}, so a call cannot be told to have given one of them: an error needs another code, or an errno`,
      );
    }
    if (errors === 'any') return this.planAnyError(ok, condition, rust, when);
    if (codePlace(meaning) !== undefined) {
      return planOutCode(meaning, condition, rust, when, this.outCodeTools());
    }
    const usesReturn = meaningUsesPlace(ok, 'return');
    const inner = conjunction(when, condition);
    // A descriptor is none where the call fails.
    const isOpen = rust.ok.kind === 'file';
    const direct = usesReturn && !isOpen && (ok === 'return' || typeof ok === 'string');
    const plan: ResultPlan = direct ? this.plan(ok, rust.ok, when) : this.plan(ok, rust.ok, inner);
    // A return value that is a part of the success is a code for the errors alone.
    const isPart = ((usesReturn && !direct) || isCounted(ok)) && success === undefined;
    const output = direct
      ? this.outputs.list.length - 1
      : this.outputs.addStatus(
          'return',
          isPart ? conjunction(when, `!(${condition})`) : when,
          success ?? 0n,
        );
    const okPlan: ResultPlan =
      direct || isPart
        ? plan
        : { kind: 'all', parts: [{ kind: 'code', output, value: success ?? 0n }, plan] };
    const failed = conjunction(when, `!(${condition})`);
    const errorArms =
      errors === 'return'
        ? [{ pattern: 'Err(value)', plan: { kind: 'output', output } as const }]
        : errors === 'errno'
          ? [this.errors.errnoArm(rust.error, output, errnoFailure(success), failed)]
          : this.errors.errorArms(errors, rust.error, output, failed);
    return { kind: 'match', arms: [{ pattern: 'Ok(value)', plan: okPlan }, ...errorArms] };
  }

  private outCodeTools(): OutCodeTools {
    const { facts, outputs, errors } = this;
    return { facts, outputs, errors, plan: (...given) => this.plan(...given) };
  }

  /** Only whether the C failed is compared: its codes are nothing that the error of Rust tells. */
  private planAnyError(
    ok: Meaning,
    condition: string,
    rust: Extract<RustApiType, { kind: 'result' }>,
    when: string | undefined,
  ): ResultPlan {
    const plan = this.plan(ok, rust.ok, conjunction(when, condition));
    const to: COutputDestination = { kind: 'failure' };
    const value = `(${condition})`;
    const output = this.outputs.add('return', { kind: 'boolean' }, value, when, undefined, to);
    this.errors.limits.push(
      'Which error it is is not compared, only whether the call fails: the C has codes, and the Rust error does not tell them.',
    );
    const code = (holds: bigint): ResultPlan => ({ kind: 'code', output, value: holds });
    return {
      kind: 'match',
      arms: [
        { pattern: 'Ok(value)', plan: { kind: 'all', parts: [code(1n), plan] } },
        { pattern: 'Err(_)', plan: code(0n) },
      ],
    };
  }

  private planOption(
    meaning: Extract<Meaning, { none: unknown }>,
    rust: RustApiType,
    when: string | undefined,
  ): ResultPlan {
    const inner = rust.kind === 'option' ? rust.of : rust.kind === 'result' ? rust.ok : undefined;
    if (inner === undefined) throw new NotComparable('result.some needs an Option in Rust');
    const { none, success, some } = meaning;
    const names = rust.kind === 'option' ? ['Some(value)', 'None'] : ['Ok(value)', 'Err(_)'];
    const [present = '', absent = ''] = names;
    const isAbsent = isNoneCondition(none, this.facts, this.definitions);
    const plan = this.plan(some, inner, conjunction(when, `!(${isAbsent})`));
    if (meaning.errors !== undefined && rust.kind !== 'result') {
      throw new NotComparable('result.errors needs a Result in Rust');
    }
    const code = typeof none === 'bigint' ? none : undefined;
    const usesReturn = code === undefined || meaningUsesPlace(some, 'return');
    if (meaning.errors !== undefined && rust.kind === 'result') {
      const status = usesReturn ? undefined : this.outputs.addStatus('return', when);
      const errors = meaning.errors.map((one) => ({ ...one, return: code }));
      const failed = conjunction(when, isAbsent);
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
    if (code === undefined || usesReturn) {
      return {
        kind: 'match',
        arms: [
          { pattern: present, plan },
          { pattern: absent, plan: { kind: 'ignored', returns: returnedForNone(none) } },
        ],
      };
    }
    const output =
      success === undefined
        ? this.outputs.add('return', { kind: 'boolean' }, `!(${isAbsent})`, when, undefined, {
            ...{ kind: 'presence', absent: code },
          })
        : this.outputs.addStatus('return', when);
    return {
      kind: 'match',
      arms: [
        {
          pattern: present,
          plan: { kind: 'all', parts: [{ kind: 'code', output, value: success ?? 1n }, plan] },
        },
        {
          pattern: absent,
          plan: { kind: 'code', output, value: success === undefined ? 0n : code },
        },
      ],
    };
  }

  private planOutput(
    place: string,
    pair: Pair,
    value: string,
    when: string | undefined,
    length: string | undefined,
    destination?: COutputDestination,
  ): ResultPlan {
    return {
      kind: 'output',
      output: this.outputs.add(place, pair, value, when, length, destination),
    };
  }
}

function hasErrors(meaning: Meaning | undefined): meaning is ResultMeaning {
  return typeof meaning === 'object' && 'ok' in meaning;
}

/** An error with the code that stands for `None` in the `Ok` of a result. */
function sharedCode(
  ok: Meaning,
  errors: Extract<Meaning, { errors: unknown; ok: unknown }>['errors'],
) {
  if (typeof ok !== 'object' || !('some' in ok) || typeof errors === 'string') return undefined;
  return errors.find((one) => one.return === ok.none && one.errno === undefined);
}
