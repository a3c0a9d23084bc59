import { isNamedAfter } from '../name-matching.ts';
import type { Meaning } from '../pairing/meaning.ts';
import { variantConstants } from '../pairing/variant-constants.ts';
import type { CArgument } from '../plan/comparison-plan.ts';
import { behindReference, type RustApiType } from '../rust-api/rust-type.ts';
import { type ResultFacts, unclearMeaning } from './result-facts.ts';

type Errors = Extract<Meaning, { errors: unknown; ok: unknown }>['errors'];
type CodeArgument = Extract<CArgument, { kind: 'output' }>;

/** The out-parameter in which the C leaves the code of what went wrong. */
export function codeArgument({ arguments: all }: ResultFacts): CodeArgument | undefined {
  return all.find((one): one is CodeArgument => one.kind === 'output' && one.code !== undefined);
}

/**
 * What a `Result` means where its error is told by an out-parameter.
 * @throws NotComparable where several readings are left
 */
export function outCodeMeaning(
  facts: ResultFacts,
  argument: CodeArgument,
  error: RustApiType,
  ok: Meaning,
): Meaning {
  const { name, code: success = 0n } = argument;
  // Where nothing is returned, the code may not be stored at all.
  const isNull = facts.function.returns.kind === 'pointer' && ok !== 'nothing';
  return {
    ok,
    code: name,
    ...(isNull ? {} : { success }),
    errors: errorsOf(facts, argument, success, error),
  };
}

function errorsOf(
  facts: ResultFacts,
  { name, of }: CodeArgument,
  success: bigint,
  error: RustApiType,
): Errors {
  if (error.kind === 'integer') return 'return';
  const item = error.kind === 'item' ? facts.crate.item(error.path) : undefined;
  const failures = facts.stored(name).filter((value) => value !== success);
  const [failure, ...others] = failures;
  if (item?.kind !== 'enum' || item.variants.length < 2) {
    if (failure !== undefined && others.length === 0) return [{ error: '_', return: failure }];
    if (['string', 'str', 'unit'].includes(behindReference(error).kind)) return 'any';
    throw unclearMeaning(facts, `which code in *${name} stands for each error (result.errors)`);
  }
  const constants = (of.kind === 'enum' ? of.constants : []).filter(
    ({ value }) => value !== success,
  );
  const failing = [...facts.constants].filter(([, value]) => value !== success);
  const byName = variantConstants(constants.length > 0 ? [] : failing, item.variants);
  const codes = item.variants.map((variant) => {
    const own = byName.get(variant.name);
    if (own !== undefined) return { variant, code: own };
    const [named, ...more] = constants.filter((one) => isNamedAfter(one.name, variant.name));
    if (named !== undefined && more.length === 0) return { variant, code: named.value };
    const { value } = variant;
    const isPlain = value !== undefined && value !== success && constants.length === 0;
    // What is stored through a macro or by another function is not known.
    const isIt = isPlain && (failures.length === 0 || failures.includes(value));
    return { variant, code: isIt ? value : undefined };
  });
  const known = codes.flatMap(({ variant, code }) =>
    code === undefined ? [] : [{ error: variant.name, return: code }],
  );
  const all = constants.length > 0 ? constants.map(({ value }) => value) : failures;
  const isCovered = all.length > 0 && all.every((code) => known.some((one) => one.return === code));
  const isDistinct = new Set(known.map((one) => one.return)).size === known.length;
  if (isDistinct && known.length > 0 && (known.length === codes.length || isCovered)) return known;
  const unknown = codes.find(({ code }) => code === undefined)?.variant.name ?? '';
  throw unclearMeaning(
    facts,
    `which code in *${name} is ${item.path}::${unknown} (\`"code": "*${name}", "errors": […]\`)`,
  );
}
