import type { ClangCType } from '../../../code/clang/types.ts';
import type { CArgument } from '../../../equivalence/plan/comparison-plan.ts';
import type { CAbi } from './c-abi.ts';
import { NotLinkable } from './not-linkable.ts';
import { type ShimSubject, shimParameters } from './shim-subject.ts';

/** What a shim returns. */
export const SHIM_RETURN = 'c_return';

/** The parameters of a shim, and what a caller in C tells by them. */
export class CParameters {
  private readonly subject: ShimSubject;
  private readonly abi: CAbi;
  private readonly types: ReadonlyMap<string, ClangCType>;

  constructor(subject: ShimSubject, abi: CAbi) {
    this.subject = subject;
    this.abi = abi;
    this.types = new Map(shimParameters(subject).map(({ name, type }) => [name, type]));
  }

  /** See `ShimSubject`. */
  get object(): string | undefined {
    return this.subject.object;
  }

  /** The parameters in Rust. */
  list(): string {
    return [...this.types].map(([name, type]) => `c_${name}: ${this.abi.type(type)}`).join(', ');
  }

  /** The type of a parameter, or of what is returned. */
  type(name: string): ClangCType {
    const type = name === 'return' ? this.subject.function.returns : this.types.get(name);
    if (type === undefined) throw new NotLinkable(`${name} is no parameter`);
    return type;
  }

  argument(name: string): CArgument | undefined {
    return this.subject.plan.c.find((one) => one.name === name);
  }

  /** The Rust value that names a parameter in messages. */
  at(name: string): string {
    const what = name === 'return' ? 'the result' : name;
    return `At(${JSON.stringify(this.subject.function.name)}, ${JSON.stringify(what)})`;
  }

  /** Where the elements of a parameter begin, as a Rust pointer. */
  start(name: string): string {
    const argument = this.argument(name);
    const isBehind = argument?.kind === 'elements' && argument.isBehind === true;
    return isBehind ? `(*there(c_${name}, ${this.at(name)}))` : `c_${name}`;
  }

  /** How many elements a pointer of the C has, as a Rust expression of a `usize`. */
  count(name: string): string {
    const { plan, mapping } = this.subject;
    const argument = this.argument(name);
    if (argument?.kind === 'elements') {
      if (argument.pair.kind === 'array') return `${argument.pair.length}usize`;
      if (argument.isText) return `text(${this.start(name)} as *const u8, ${this.at(name)}).len()`;
    }
    const told = this.countByParameter(name);
    if (told !== undefined) return told;
    const limits = plan.inputs.find((slot) => slot.name === name)?.limits;
    if (limits?.sameLengthAs !== undefined) return this.count(limits.sameLengthAs);
    const role = mapping.c[name];
    const { least, most } = limits?.length ?? {};
    if (least !== undefined && least === most) return `${least}usize`;
    if (role?.role === 'elements' && typeof role.length === 'string') return this.size(role.length);
    throw new NotLinkable(`nothing tells a caller in C how many elements ${name} has`);
  }

  /** For how many elements an out-parameter has room, where a parameter tells: an `Option<usize>`. */
  room(name: string): string {
    const role = this.subject.mapping.c[name];
    const named = role?.role === 'output' && typeof role.room === 'string' ? role.room : undefined;
    const length = this.length(name);
    if (named !== undefined) return `Some(${this.size(named)})`;
    return length === undefined || length.isPointer ? 'None' : `Some(${this.size(length.name)})`;
  }

  /** The value of an integer parameter as a `usize`. */
  private size(name: string): string {
    const at = this.at(name);
    const isPointer = this.type(name).kind === 'pointer';
    return `fit::<_, usize>(${isPointer ? `*there(c_${name}, ${at})` : `c_${name}`}, ${at})`;
  }

  private countByParameter(name: string): string | undefined {
    const length = this.length(name);
    return length === undefined ? undefined : this.size(length.name);
  }

  private length(name: string): Extract<CArgument, { kind: 'length' }> | undefined {
    const isIt = (one: CArgument) => one.kind === 'length' && one.of === name;
    const found = this.subject.plan.c.find(isIt);
    if (found?.kind !== 'length') return undefined;
    if (found.each === undefined) return found;
    throw new NotLinkable(
      `${found.name} counts other pieces than Rust has, for which there are no shims yet`,
    );
  }
}
