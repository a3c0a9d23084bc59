import type { ClangFunction } from '../../../code/clang/unit.ts';
import { fieldLength } from '../../../equivalence/pairing/field-length.ts';
import { resultCode } from '../../../equivalence/rust/result-code.ts';
import { exchangeCode } from '../../../equivalence/rust-api/rust-static.ts';
import type { CAbi } from './c-abi.ts';
import { CParameters, SHIM_RETURN } from './c-parameters.ts';
import { elementTypeOf } from './from-c.ts';
import { NotLinkable } from './not-linkable.ts';
import { type ShimArgument, shimArgument } from './shim-arguments.ts';
import { ShimResults } from './shim-results.ts';
import type { ShimSubject } from './shim-subject.ts';
import { toC } from './to-c.ts';

/**
 * A function with the C interface of a C function, which calls the Rust function: the pairing of the
 * two, by which they were compared, written the other way round.
 * @param symbol its name for the linker
 * @throws NotLinkable when a caller in C does not give, or cannot take, what Rust needs and gives
 */
export function shimFunction(subject: ShimSubject, symbol: string, abi: CAbi): string {
  const { function: f, rust, plan } = subject;
  checkComplete(subject);
  const places = new CParameters(subject, abi);
  const list = places.list();
  const shimArguments = plan.rust.map((argument, at) => shimArgument(argument, at, places, abi));
  const returns = f.returns.kind === 'void' ? undefined : abi.type(f.returns);
  const texts = plan.rust.flatMap(({ from }) => {
    const argument = places.argument(from);
    const isText = argument?.kind === 'elements' && argument.isText;
    return isText ? [`(${places.start(from)} as usize, ${places.count(from)})`] : [];
  });
  const results = new ShimResults(subject, places, abi, texts.join(', '));
  // The last arguments are statics of the crate, which have the values of the C while Rust works.
  const { statics } = plan.variables;
  const passed = shimArguments
    .slice(0, shimArguments.length - statics.length)
    .map((one) => one.passed);
  const exchange = statics.map((one, at) => {
    const index = passed.length + at;
    if (shimArguments[index]?.isBorrowed)
      throw new NotLinkable(`${one.name} is an array in a static`);
    return exchangeCode(one, `subject::${one.path}`, `a${index}`);
  });
  const call = `subject::${rust.path}(${passed.join(', ')})`;
  const isPrinting = plan.outputs.some((output) => output.rust === 'printed');
  const body = [
    ...constantCheckCode(subject, places),
    ...successCode(subject, places, abi),
    overlapCheckCode(shimArguments, subject, places),
    ...shimArguments.map(({ make }) => make),
    returns === undefined ? '' : `let mut ${SHIM_RETURN}: ${returns} = std::mem::zeroed();`,
    ...exchange,
    isPrinting ? 'flush_c();' : '',
    `let value = ${call};`,
    isPrinting ? 'flush_rust();' : '',
    ...exchange,
    resultCode(plan, rust.returns, results),
    ...writeBackCode(subject, shimArguments, places, abi),
    returns === undefined ? '' : SHIM_RETURN,
  ];
  const name = JSON.stringify(f.name);
  return `#[no_mangle]
pub unsafe extern "C" fn ${symbol}(${list})${returns === undefined ? '' : ` -> ${returns}`} {
    static FIRST: AtomicBool = AtomicBool::new(false);
    called(&FIRST, ${JSON.stringify(symbol)});
    guarded(${name}, || unsafe {
${body
  .filter((line) => line !== '')
  .map((line) => `        ${line}`)
  .join('\n')}
    })
}
`;
}

/** @throws NotLinkable where the C gives back what Rust does not */
function checkComplete({ function: f, plan }: ShimSubject): void {
  const names = f.params.map(({ name }) => name);
  const hidden = plan.variables.params.find(({ name }) => names.includes(name));
  if (hidden !== undefined) {
    throw new NotLinkable(`${hidden.name} is a parameter and a variable of the file`);
  }
  if (plan.variables.record !== undefined) {
    throw new NotLinkable(
      'Rust has the variables of the file in a struct, for which there are no shims yet',
    );
  }
  const named = new Set(plan.outputs.map(({ slot }) => slot.name));
  for (const { c } of plan.outputs) {
    const { destination } = c;
    if (destination.kind === 'elements' && typeof destination.length === 'string') {
      if (fieldLength(destination.length) !== undefined) {
        throw new NotLinkable(
          `a field of a record (${destination.length}) tells how much it gives, for which there are no shims yet`,
        );
      }
      named.add(destination.length);
    }
  }
  for (const argument of plan.c) {
    if (argument.kind === 'made') {
      throw new NotLinkable(`${argument.name} is memory of the C in which an object is made`);
    }
    const isOut = argument.kind === 'output' || (argument.kind === 'length' && argument.isPointer);
    if (isOut && !named.has(argument.name)) {
      throw new NotLinkable(`what it writes to ${argument.name} has no counterpart in Rust`);
    }
  }
  if (f.returns.kind !== 'void' && !named.has('return')) {
    throw new NotLinkable('what it returns has no counterpart in Rust');
  }
}

/** Where nothing goes wrong, an out-parameter for codes says so. */
function successCode({ plan }: ShimSubject, places: CParameters, abi: CAbi): string[] {
  return plan.c.flatMap((argument) => {
    if (argument.kind !== 'output' || argument.code === undefined) return [];
    const { name, code } = argument;
    const type = abi.type(elementTypeOf(places.type(name)));
    return [`if let Some(p) = c_${name}.as_mut() { *p = (${code}i128) as ${type}; }`];
  });
}

/** What Rust has no parameter for must be what it was when both were compared. */
function constantCheckCode({ plan }: ShimSubject, places: CParameters): string[] {
  return plan.c.flatMap((argument) => {
    if (argument.kind !== 'constant') return [];
    const { name, value } = argument;
    const isPointer = places.type(name).kind === 'pointer';
    const isIt = isPointer ? `c_${name}.is_null()` : `i128::from(c_${name}) == ${value ?? 0n}`;
    const wanted = isPointer ? 'null' : `${value ?? 0n}`;
    return [
      `if !(${isIt}) { refuse(${places.at(name)}, "is not ${wanted}, the only value that Rust stands for") }`,
    ];
  });
}

/** Checks that nothing which Rust may change is seen under another name. */
function overlapCheckCode(
  given: readonly ShimArgument[],
  { plan }: ShimSubject,
  places: CParameters,
): string {
  const spans = given.flatMap(({ span }, at) =>
    span === undefined ? [] : [{ ...span, at: places.at(plan.rust[at]?.from ?? '') }],
  );
  if (spans.length < 2 || !spans.some(({ changes }) => changes)) return '';
  const list = spans.map(
    ({ at, start, bytes, changes }) =>
      `(${at}, ${start} as usize, if ${start}.is_null() { 0 } else { ${bytes} }, ${changes})`,
  );
  return `apart(&[${list.join(', ')}]);`;
}

/** What Rust has changed in a copy goes back to where it came from. */
function writeBackCode(
  { plan }: ShimSubject,
  given: readonly ShimArgument[],
  places: CParameters,
  abi: CAbi,
): string[] {
  return plan.outputs.flatMap(({ rust, slot: { name }, pair }) => {
    // What Rust prints, it prints.
    if (typeof rust === 'string') return [];
    const argument = plan.rust[rust];
    if (argument === undefined || given[rust]?.isBorrowed === true) return [];
    const at = places.at(name);
    const isOption = argument.type.kind === 'option';
    const from = isOption ? '(*v)' : `a${rust}`;
    const to = elementTypeOf(places.type(name));
    const isOne = places.argument(name)?.kind === 'one';
    const each = isOne
      ? toC(pair, to, `(*c_${name})`, from, at, abi)
      : pair.kind === 'list' || pair.kind === 'array'
        ? `for i in 0..(${places.count(name)}) { ${toC(pair.of, to, `(*c_${name}.add(i))`, `${from}[i]`, at, abi)} }`
        : '';
    const count = pair.kind === 'list' && !isOne ? places.count(name) : undefined;
    const check =
      count === undefined
        ? ''
        : `if ${from}.len() != ${count} { refuse(${at}, "has another number of elements in Rust") }`;
    const write = `${check} ${each}`;
    return [isOption ? `if let Some(v) = &a${rust} { ${write} }` : write];
  });
}

/**
 * A function with the C interface of one that releases an object: it drops that of Rust.
 * @param object the Rust type
 */
export function dropFunction(f: ClangFunction, symbol: string, object: string): string {
  const at = `At(${JSON.stringify(f.name)}, ${JSON.stringify(f.params[0]?.name ?? '')})`;
  return `#[no_mangle]
pub unsafe extern "C" fn ${symbol}(pointer: *mut c_void) {
    static FIRST: AtomicBool = AtomicBool::new(false);
    called(&FIRST, ${JSON.stringify(symbol)});
    if pointer.is_null() { return; }
    guarded(${JSON.stringify(f.name)}, || unsafe {
        drop(Box::from_raw(there(pointer as *mut subject::${object}, ${at})))
    })
}
`;
}
