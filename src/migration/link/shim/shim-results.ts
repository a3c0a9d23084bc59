import type { ClangCType } from '../../../code/clang/types.ts';
import type { ListPair, Pair } from '../../../equivalence/pairing/pair.ts';
import type { Output, ReturnedValue } from '../../../equivalence/plan/comparison-plan.ts';
import type { ResultWriter } from '../../../equivalence/rust/result-code.ts';
import type { RustApiType } from '../../../equivalence/rust-api/rust-type.ts';
import type { CAbi } from './c-abi.ts';
import { type CParameters, SHIM_RETURN } from './c-parameters.ts';
import { BYTE, fieldTypes, pointeeTypeOf } from './from-c.ts';
import { NotLinkable } from './not-linkable.ts';
import type { ShimSubject } from './shim-subject.ts';
import { toC, writeElements } from './to-c.ts';

/** Gives what a Rust function returns to the C: as its return value, and through its parameters. */
export class ShimResults implements ResultWriter {
  private readonly subject: ShimSubject;
  private readonly places: CParameters;
  private readonly abi: CAbi;
  private readonly texts: string;

  /** @param texts a Rust expression of the byte slices that a result may lie in */
  constructor(subject: ShimSubject, places: CParameters, abi: CAbi, texts: string) {
    this.subject = subject;
    this.places = places;
    this.abi = abi;
    this.texts = texts;
  }

  ignored(value: string, returns: ReturnedValue | undefined): string {
    if (returns === undefined) return `let _ = &${value};`;
    if (returns === null) return `${SHIM_RETURN} = std::ptr::null_mut();`;
    if (typeof returns === 'bigint') return this.set('return', returns);
    const zeroed = `${SHIM_RETURN} = std::mem::zeroed();`;
    if (returns.is === null || returns.is === 0n) return zeroed;
    const type = fieldTypes(this.places.type('return'), this.abi).get(returns.field);
    if (type === undefined) throw new NotLinkable(`a record has no field ${returns.field}`);
    const place = `${SHIM_RETURN}.${this.abi.field(returns.field)}`;
    return `${zeroed} ${place} = (${returns.is}i128) as ${this.abi.type(type)};`;
  }

  output(_: number, output: Output, value: string): string {
    const { slot, pair, c } = output;
    const { name } = slot;
    const at = this.places.at(name);
    switch (c.destination.kind) {
      case 'offset':
        // A pointer that the C leaves behind a parameter.
        if (name !== 'return' || c.destination.of.includes('->')) break;
        return `${SHIM_RETURN} = c_${c.destination.of}.add(fit(${value}, ${at})) as _;`;
      case 'elements':
        if (pair.kind !== 'list') break;
        return this.elements(name, pair, value, c.destination.length);
      case 'value': {
        if (pair.kind === 'nullable' || pair.kind === 'pointer') break;
        if (pair.kind === 'array' && name !== 'return') {
          const place = `c_${name}`;
          const each = toC(
            pair.of,
            pointeeTypeOf(this.places.type(name)),
            '(*p.add(i))',
            `${value}[i]`,
            at,
            this.abi,
          );
          return `{ let p = there(${place}, ${at}); for i in 0..${pair.length} { ${each} } }`;
        }
        return toC(pair, this.typeAt(name), this.placeOf(name), value, at, this.abi);
      }
      case 'pointee':
        return this.allocateOne(name, pair, value);
      default:
    }
    throw new NotLinkable(`what Rust gives for ${spoken(name)} has no counterpart in a shim`);
  }

  /** A value in memory of its own, which the C frees. */
  private allocateOne(name: string, pair: Pair, value: string): string {
    const type = this.typeAt(name);
    const to = pointeeTypeOf(type);
    if (!this.subject.allocates || (type.kind === 'pointer' && type.isConst)) {
      throw new NotLinkable(`${spoken(name)} points at a value that no caller frees`);
    }
    const at = this.places.at(name);
    const start = `allocated::<${this.abi.type(to)}>(1, ${at})`;
    const write = toC(pair, to, '(*start)', 'from', at, this.abi);
    return `{ let from = &${value}; let start = ${start}; *start = std::mem::zeroed(); ${write} ${this.placeOf(name)} = start as _; }`;
  }

  sign(_: number, { slot: { name } }: Output, value: string): string {
    return `${this.placeOf(name)} = (${value}) as ${this.abi.type(this.typeAt(name))};`;
  }

  made(_: number, { slot }: Output, value: string): string {
    if (this.subject.object === undefined || this.places.type('return').kind !== 'pointer') {
      throw new NotLinkable(`${spoken(slot.name)} is an object that the C has by its value`);
    }
    return `${SHIM_RETURN} = Box::into_raw(Box::new(${value})) as _;`;
  }

  length(_: number, { slot: { name } }: Output, value: string): string {
    const to = pointeeTypeOf(this.typeAt(name));
    const type = this.abi.type(to.kind === 'void' ? BYTE : to);
    return `${this.placeOf(name)} = allocated::<${type}>(${value}, ${this.places.at(name)}) as _;`;
  }

  code(_: number, { slot, c }: Output, value: bigint): string {
    if (c.destination.kind === 'object') return `${SHIM_RETURN} = std::ptr::null_mut();`;
    if (c.destination.kind !== 'presence') return this.set(slot.name, value);
    if (value === 0n) return this.set('return', c.destination.absent);
    if (this.places.type('return').kind !== 'boolean' || c.destination.absent !== 0n) {
      throw new NotLinkable(
        'the mapping does not tell what the C returns with a value (result.success)',
      );
    }
    return this.set('return', 1n);
  }

  /** Gives the number `n` of elements to who asks for it; or it must be the one that the caller has given. */
  private writeCount(length: string): string {
    const at = this.places.at(length);
    if (length === 'return' || this.places.type(length).kind === 'pointer') {
      return `${this.placeOf(length)} = fit(n, ${at});`;
    }
    return `if n as i128 != i128::from(c_${length}) { refuse(${at}, format_args!("is {}, and Rust gives {n} elements", c_${length})) }`;
  }

  private set(name: string, value: bigint): string {
    const argument = this.places.argument(name);
    // Callers that do not ask for a code give null.
    if (argument?.kind === 'output' && argument.code !== undefined) {
      return `if let Some(p) = c_${name}.as_mut() { *p = (${value}i128) as ${this.abi.type(this.typeAt(name))}; }`;
    }
    return `${this.placeOf(name)} = (${value}i128) as ${this.abi.type(this.typeAt(name))};`;
  }

  private elements(
    name: string,
    pair: ListPair,
    value: string,
    length: 'nul' | 'room' | bigint | string,
  ): string {
    const type = this.typeAt(name);
    const at = this.places.at(name);
    if (typeof length === 'string' && !/^\w+$/.test(length)) {
      throw new NotLinkable(`the length of ${name} is computed, for which there are no shims yet`);
    }
    const isText = length === 'nul';
    const told =
      typeof length === 'bigint' || isText || length === 'room' ? '' : this.writeCount(length);
    if (name !== 'return' && type.kind !== 'pointer') {
      const room = this.places.room(name);
      return `{ ${writeElements(pair, type, `c_${name}`, value, room, at, this.abi, isText)} ${told} }`;
    }
    // The C gets a pointer: to memory that it frees, or that is only lent to it.
    const to = pointeeTypeOf(type);
    const element = this.abi.type(to.kind === 'void' ? BYTE : to);
    const list = pair.rust === 'string' ? `${value}.as_bytes()` : value;
    const place = this.placeOf(name);
    if (isLent(this.subject.rust.returns) || (type.kind === 'pointer' && type.isConst)) {
      if (pair.of.kind !== 'integer' || !pair.of.isByte) {
        throw new NotLinkable(`the elements that ${spoken(name)} points at would never be freed`);
      }
      const kept = isText ? `text_of(&${list}[..], &[${this.texts}])` : `lent(&${list}[..])`;
      return `{ let n = ${list}.len(); ${place} = ${kept} as _; ${told} }`;
    }
    const start = `allocated::<${element}>(${list}.len() + ${isText ? 1 : 0}, ${at})`;
    const write = writeElements(pair, to, 'start', value, 'None', at, this.abi, isText);
    return `{ let start = ${start}; ${write} ${place} = start as _; ${told} }`;
  }

  /** The C type of a place. */
  private typeAt(name: string): ClangCType {
    const type = this.places.type(name);
    return name === 'return' ? type : pointeeTypeOf(type);
  }

  /** The place itself. */
  private placeOf(name: string): string {
    return name === 'return' ? SHIM_RETURN : `(*there(c_${name}, ${this.places.at(name)}))`;
  }
}

function spoken(name: string): string {
  return name === 'return' ? 'the result' : name;
}

/** Whether a result borrows what it holds: callers must not free it. */
function isLent(type: RustApiType): boolean {
  switch (type.kind) {
    case 'reference':
      return true;
    case 'option':
    case 'box':
      return isLent(type.of);
    case 'result':
      return isLent(type.ok);
    case 'tuple':
      return type.items.some(isLent);
    default:
      return false;
  }
}
