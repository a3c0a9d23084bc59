import type { ClangCType } from '../../code/clang/types.ts';
import { barePointer } from '../pairing/bare-record.ts';
import type { Meaning } from '../pairing/meaning.ts';
import { isCharacter } from '../pairing/pair-of-types.ts';
import { cTypeText } from '../pairing/scalar-pair.ts';
import { behindReference, type RustApiType } from '../rust-api/rust-type.ts';
import { errorsByErrno, failureCodes, inferErrorCodes } from './infer-error-codes.ts';
import { codeArgument, outCodeMeaning } from './infer-out-code.ts';
import { isCounted } from './mentions.ts';
import { type ResultFacts, unclearMeaning } from './result-facts.ts';
import { successCode } from './success-return-code.ts';

/**
 * What the result of a Rust function means in C terms, where types leave one reading.
 * @throws NotComparable that says what the mapping has to tell.
 */
export function inferMeaning(facts: ResultFacts, rust: RustApiType): Meaning {
  const { returns } = facts.function;
  const outs = facts.arguments
    .filter((one) => one.kind === 'output' && one.code === undefined)
    .map(({ name }) => name);
  const [first, ...more] = outs;
  const code = returns.kind === 'void' ? undefined : returns;
  const result = rust;
  if (result.kind === 'never') return 'nothing';
  if (result.kind === 'unit') {
    if (code === undefined || code.kind === 'pointer') return 'nothing';
    if (isStatus(facts)) {
      return { of: 'return', match: [{ rust: '_', c: successCode(facts) }] };
    }
    throw unclearMeaning(facts, 'what the C returns, since the Rust returns nothing');
  }
  if (result.kind === 'result') return resultMeaning(facts, result, outs);
  if (result.kind === 'option') return optionMeaning(facts, result.of, outs);
  if (result.kind === 'ordering' && code !== undefined) return { sign: 'return' };
  if (result.kind === 'tuple' && returns.kind !== 'record') {
    const places = code === undefined ? outs : ['return', ...outs];
    const moved = movedParameter(facts);
    const last = result.items.at(-1);
    if (
      moved !== undefined &&
      last?.kind === 'integer' &&
      places.length + 1 === result.items.length
    ) {
      const parts = result.items.slice(0, -1);
      const meanings = parts.map((type, at) => meaningAt(facts, places[at] ?? '', type, places));
      return { tuple: [...meanings, { offset: moved }] };
    }
    if (places.length === result.items.length) {
      return {
        tuple: result.items.map((type, at) => meaningAt(facts, places[at] ?? '', type, places)),
      };
    }
    throw unclearMeaning(facts, 'what each part of the tuple is');
  }
  if (first === undefined || (isList(result) && returnedLength(facts) === first)) {
    if (code === undefined)
      throw unclearMeaning(facts, 'what the Rust result is: the C gives nothing back');
    return meaningAt(facts, 'return', result);
  }
  if (more.length > 0) throw unclearMeaning(facts, 'which out-parameter the result is');
  if (code !== undefined && !isList(result)) {
    throw unclearMeaning(facts, 'whether the result is the return value or the out-parameter');
  }
  return meaningAt(facts, first, result);
}

/** Whether a function only tells by what it returns whether it failed, as where memory is missing. */
function isStatus({ function: { returns }, returned }: ResultFacts): boolean {
  const codes = new Set(returned);
  if (returns.kind === 'boolean') return codes.size > 0;
  if (returns.kind !== 'integer' || !returns.signed) return false;
  return codes.has(0n) && [...codes].every((code) => code === 0n || code < 0n);
}

/**
 * A value at a place; elements as far as the length that goes with it.
 * @param parts places that are values of their own, and no lengths
 */
function meaningAt(
  facts: ResultFacts,
  place: string,
  rust: RustApiType,
  parts: readonly string[] = [],
): Meaning {
  const source = rust.kind === 'integer' ? pointedInto(facts, place) : undefined;
  if (source !== undefined) return { offset: source, from: place };
  if (!isList(rust) || isBareRecord(facts, place)) return place;
  const { returns } = facts.function;
  const lengthOut = facts.arguments.find((one) => one.kind === 'length' && one.isPointer);
  if (lengthOut !== undefined) return { buffer: place, length: lengthOut.name };
  const told = place === 'return' ? returnedLength(facts) : undefined;
  if (told !== undefined && !parts.includes(told)) return { buffer: place, length: told };
  const element = elementOf(facts, place);
  // What only tells whether it failed tells no length.
  const isCount = returns.kind === 'integer' && !isStatus(facts);
  if (place !== 'return' && isCount) return { buffer: place, length: 'return' };
  const isString = behindReference(rust).kind === 'string' || behindReference(rust).kind === 'str';
  // A `void *` says nothing of what it holds: only the size of the allocation is compared.
  if (place === 'return' && !isString && element?.kind === 'void') return { allocated: place };
  if (place === 'return' && !isString && isWritableText(facts)) {
    // It may be a C string, or memory of a length that is computed, with zeros in it.
    throw unclearMeaning(
      facts,
      'how many characters the returned pointer has (`{ "buffer": "return", "length": "nul" }` for a C string)',
    );
  }
  if (isString || (element?.kind === 'integer' && element.isCharacter && element.signed)) {
    return { buffer: place, length: 'nul' };
  }
  if (place === 'return') throw unclearMeaning(facts, 'how many elements the returned pointer has');
  if (leadsToMemory(facts, place)) {
    throw unclearMeaning(
      facts,
      `how many elements *${place} has (\`{ "buffer": "*${place}", "length": "nul" }\` where a null or a zero is behind the last one)`,
    );
  }
  return { buffer: place, length: 'room' };
}

/** Whether an out-parameter is a pointer to memory of the C, of which nothing tells how much there is. */
function leadsToMemory({ arguments: all }: ResultFacts, place: string): boolean {
  const argument = all.find(({ name }) => name === place);
  return argument?.kind === 'output' && argument.room === 1 && argument.of.kind === 'pointer';
}

/** The only out-parameter of a function that returns memory: how many elements that has. */
function returnedLength({ function: f, arguments: all }: ResultFacts): string | undefined {
  const [out, ...more] = all.filter((one) => one.kind === 'output');
  if (f.returns.kind !== 'pointer' || out?.kind !== 'output' || more.length > 0) return undefined;
  const isCount = out.of.kind === 'integer' && out.of.bits >= 32 && out.room === 1;
  return isCount ? out.name : undefined;
}

/** Whether characters are given back that nothing shows to be a text. */
function isWritableText({ function: { returns }, endsTexts }: ResultFacts): boolean {
  const isText = returns.kind === 'pointer' && !returns.isConst && isCharacter(returns.to);
  return isText && !endsTexts;
}

function elementOf(facts: ResultFacts, place: string): ClangCType | undefined {
  if (place === 'return') {
    const { returns } = facts.function;
    return returns.kind === 'pointer' ? returns.to : undefined;
  }
  const argument = facts.arguments.find(({ name }) => name === place);
  if (argument?.kind !== 'output') return undefined;
  return argument.of.kind === 'pointer' ? argument.of.to : argument.of;
}

/** The only parameter that the C moves on, a pointer to a pointer, where Rust is not moved on with it. */
function movedParameter({ arguments: all }: ResultFacts): string | undefined {
  const [only, ...others] = all.filter(
    (one) => one.kind === 'elements' && one.isBehind === true && one.isGrowing !== true,
  );
  return others.length === 0 ? only?.name : undefined;
}

/** The list into which the C leaves a pointer in an out-parameter: the only one of its elements. */
function pointedInto({ arguments: all, function: f }: ResultFacts, place: string) {
  const out = all.find(({ name }) => name === place);
  if (out?.kind !== 'output' || out.of.kind !== 'pointer') return undefined;
  const element = cTypeText(out.of.to);
  const isOfIt = ({ name, kind }: (typeof all)[number]) => {
    const type = f.params.find((param) => param.name === name)?.type;
    return kind === 'elements' && type?.kind === 'pointer' && cTypeText(type.to) === element;
  };
  const [only, ...others] = all.filter(isOfIt);
  return others.length === 0 ? only?.name : undefined;
}

/** Whether a record is there that leads to a list, and tells its length. */
function isBareRecord(facts: ResultFacts, place: string): boolean {
  const argument = facts.arguments.find(({ name }) => name === place);
  const type = argument?.kind === 'output' && argument.room === 1 ? argument.of : undefined;
  const at = place === 'return' ? facts.function.returns : type;
  const record = at?.kind === 'record' ? facts.records.get(at.id) : undefined;
  return record !== undefined && barePointer(record) !== undefined;
}

function isList(type: RustApiType): boolean {
  return ['vec', 'string', 'str', 'slice'].includes(behindReference(type).kind);
}

function resultMeaning(
  facts: ResultFacts,
  { ok, error }: Extract<RustApiType, { kind: 'result' }>,
  outs: readonly string[],
): Meaning {
  const { returns } = facts.function;
  const argument = codeArgument(facts);
  if (argument !== undefined) {
    return outCodeMeaning(facts, argument, error, successMeaning(facts, ok, outs));
  }
  const [out, ...more] = outs;
  if (out !== undefined && more.length === 0 && ok.kind !== 'unit' && /err/i.test(out)) {
    throw unclearMeaning(
      facts,
      `whether *${out} is a value or holds the code of what went wrong (\`"code": "*${out}"\`)`,
    );
  }
  if (returns.kind === 'pointer') {
    const some = meaningAt(facts, 'return', ok);
    const named = error.kind === 'item' ? facts.crate.item(error.path) : undefined;
    const errors = errorsByErrno(facts, named, [0n])?.map((one) => ({
      error: one.error,
      errno: one.errno,
    }));
    return { some, none: 'null', errors };
  }
  if (returns.kind === 'void') throw unclearMeaning(facts, 'when the C fails: it returns nothing');
  const okMeaning = successMeaning(facts, ok, outs);
  const usesReturn = (ok.kind !== 'unit' && outs.length === 0) || isCounted(okMeaning);
  if (error.kind === 'integer') {
    return { ok: okMeaning, ...(usesReturn ? {} : { success: 0n }), errors: 'return' };
  }
  if (error.kind === 'ioError') {
    return {
      ok: okMeaning,
      ...(usesReturn ? {} : { success: successCode(facts) }),
      errors: 'errno',
    };
  }
  const success = successCode(facts);
  if (isWithoutCodes(error) && !usesReturn && failureCodes(facts, success).length > 1) {
    return { ok: okMeaning, success, errors: 'any' };
  }
  const errors = inferErrorCodes(facts, error, success);
  return { ok: okMeaning, ...(usesReturn ? {} : { success }), errors };
}

/** A text, or nothing: it tells no code of the C. */
function isWithoutCodes(error: RustApiType): boolean {
  const { kind } = behindReference(error);
  return kind === 'string' || kind === 'str' || kind === 'unit';
}

function successMeaning(facts: ResultFacts, ok: RustApiType, outs: readonly string[]): Meaning {
  const [first] = outs;
  if (ok.kind === 'unit') return 'nothing';
  if (first === undefined) return 'return';
  if (outs.length === 1) return meaningAt(facts, first, ok);
  if (ok.kind === 'tuple' && ok.items.length === outs.length) {
    return { tuple: ok.items.map((type, at) => meaningAt(facts, outs[at] ?? '', type)) };
  }
  throw unclearMeaning(facts, 'which out-parameter each part of the result is');
}

function optionMeaning(facts: ResultFacts, some: RustApiType, outs: readonly string[]): Meaning {
  const { returns } = facts.function;
  if (outs.length > 0 && returns.kind !== 'void' && returns.kind !== 'pointer') {
    const success = successCode(facts);
    const [failure, ...others] = failureCodes(facts, success);
    if (failure === undefined || others.length > 0) {
      throw unclearMeaning(facts, 'which return code means None (result.none)');
    }
    const meaning = successMeaning(facts, some, outs);
    return { some: meaning, none: failure, ...(isCounted(meaning) ? {} : { success }) };
  }
  if (returns.kind === 'pointer') {
    const isIndex = some.kind === 'integer' && isCharacter(returns.to);
    const [source] = facts.arguments.filter(({ kind }) => kind === 'elements');
    if (isIndex && source !== undefined) {
      return { some: { offset: source.name }, none: 'null' };
    }
    return { some: meaningAt(facts, 'return', some), none: 'null' };
  }
  if (returns.kind === 'integer' || returns.kind === 'enum') {
    const negative = facts.returned.filter((value) => value < 0n);
    if (new Set(negative).size > 1) throw unclearMeaning(facts, 'which return code means None');
    if (negative.length > 0 || returns.signed) return { some: 'return', none: negative[0] ?? -1n };
  }
  if (returns.kind === 'record') {
    // Without memory to point at, a record holds nothing.
    const pointers = (facts.records.get(returns.id)?.fields ?? []).filter(
      ({ type }) => type.kind === 'pointer',
    );
    const [field, ...others] = pointers;
    if (field === undefined || others.length > 0) {
      throw unclearMeaning(
        facts,
        'which field of the returned record tells of None (`"none": { "field": "C NAME", "is": "null" }`)',
      );
    }
    return { some: 'return', none: { field: field.name, is: 'null' } };
  }
  throw unclearMeaning(facts, 'what the C gives back for None (result.none)');
}
