import type { Crate, CrateFile } from '../../code/rust/crate/crate.ts';
import type { RustFunction } from '../../code/rust/items/items.ts';
import { pathText } from '../../code/rust/items/path.ts';
import { childOf, descendants } from '../../code/syntax/syntax.ts';
import {
  type GateLocation,
  type GateResult,
  notApplicable,
  resultOfFaults,
} from './gate-result.ts';
import { integerText } from './stub/abstract-value.ts';
import type { CFunctionWork } from './stub/c-work.ts';
import { findCrateFunction } from './stub/crate-lookups.ts';
import { interpretFunction } from './stub/interpret.ts';

export interface StubGateInput {
  readonly crate: Crate;
  /** The file of the function, and its name as in `function_name` or `Type::method`. */
  readonly path: string;
  readonly name: string;
  readonly c: CFunctionWork;
  /** What `todo!("…")` may name: functions of the C that are not there yet. */
  readonly pending?: ReadonlySet<string>;
}

/**
 * Fails a translation that does nothing where the C does something: a constant, a default or an
 * argument comes back, or nothing at all, whatever is between.
 */
export function silentStub(question: StubGateInput): GateResult {
  const { crate, path, name, c } = question;
  const [method, owner] = name.split('::').reverse();
  const file = crate.files.find((one) => one.path === path);
  const fn = file?.functions.find(
    (one) =>
      one.name === method && (owner === undefined || one.owner === owner || one.owner === ''),
  );
  if (file === undefined || fn === undefined) {
    return notApplicable('silent stub', `there is no function ${name} in ${path}`);
  }
  const { line } = file.tree.location(fn.node);
  const reason = placeholder(file, fn, question.pending) ?? emptiness(crate, file, fn, c);
  const faults: GateLocation[] =
    reason === undefined ? [] : [{ file: path, line, what: `${name} ${reason}` }];
  return resultOfFaults('silent stub', faults, `${name} does work of its own`);
}

function placeholder(
  file: CrateFile,
  fn: RustFunction,
  pending: ReadonlySet<string> = new Set(),
): string | undefined {
  const tokens = descendants(fn.body);
  for (const [index, token] of tokens.entries()) {
    const name = file.tree.textOf(token);
    if (token.type !== 'identifier' || !/^(?:todo|unimplemented)$/.test(name)) continue;
    if (tokens[index + 1]?.type !== '!') continue;
    const rest = file.tree.text.slice(token.start, token.end + 80);
    const named = /^todo!\s*\(\s*"([^"]*)"/.exec(rest)?.[1];
    if (named === undefined || !pending.has(named)) return `is not written yet: ${name}!`;
  }
  return undefined;
}

function emptiness(
  crate: Crate,
  file: CrateFile,
  fn: RustFunction,
  c: CFunctionWork,
): string | undefined {
  const { outcome, hasEffect, mayRepeat } = interpretFunction(crate, file, fn);
  if (outcome.kind === 'never') return 'always panics';
  if (hasEffect || outcome.kind === 'computed') return undefined;
  if (c.onlyReleases && takesByValue(fn)) return undefined;
  if (outcome.kind === 'input' && c.copiesArgument && givesCopy(file, fn)) return undefined;
  if (outcome.kind === 'constant' && isMadeOf(crate, file, fn, outcome.text, c)) return undefined;
  const isScalar = outcome.kind === 'constant' && /^(?:\(\)|-?\d+|true|false)$/.test(outcome.text);
  if (outcome.kind === 'constant' && !isScalar && c.makesConstant) return undefined;
  const does = [
    ...(c.loops > 0 ? ['loops'] : []),
    ...(c.writes > 0 || (c.constantWrites > 0 && isScalar) ? ['writes'] : []),
    ...(c.calls.length > 0 ? [`calls ${c.calls.slice(0, 3).join(', ')}`] : []),
  ];
  if (outcome.kind === 'chosen') {
    if (c.loops === 0 || mayRepeat) return undefined;
    return 'only chooses between fixed results, while the C loops';
  }
  const changesForm = /\bas\b|::from\b|\.(?:try_)?into\b/.test(file.tree.textOf(fn.body));
  if (c.returns === 'computed' && !(outcome.kind === 'input' && changesForm))
    does.push('computes its result');
  if (does.length === 0) return undefined;
  const gives =
    outcome.kind === 'input'
      ? `returns its argument ${outcome.text}`
      : outcome.text === '()'
        ? 'does nothing'
        : `always returns ${outcome.text}`;
  return `${gives}, while the C ${does.join(', ')}`;
}

/** RAII releases what is passed by value, without a word in the body. */
function takesByValue(fn: RustFunction): boolean {
  return fn.parameters.some(({ type }) => type !== undefined && type.kind === 'named');
}

/** Whether what a function gives back is its own, by a call that copies. */
function givesCopy(file: CrateFile, fn: RustFunction): boolean {
  const copies = /\.(?:clone|to_vec|to_owned|to_string|into_owned|cloned)\(\)|\b(?:clone|from)\(/;
  const isOwned = fn.returns !== undefined && !fn.returns.text.includes('&');
  return isOwned && copies.test(file.tree.textOf(fn.body));
}

/**
 * Whether a result that is always the same is made of the constants of a C function whose result is, too: by a function
 * of the crate that does work of its own, or with those constants in it.
 */
function isMadeOf(
  crate: Crate,
  file: CrateFile,
  fn: RustFunction,
  result: string,
  { fixedArguments }: CFunctionWork,
): boolean {
  if (fixedArguments === undefined || fn.parameters.length > 0 || fn.hasSelf) return false;
  const isObject = /[{[]/.test(result);
  const numbers = [...result.matchAll(/\b\d\w*/g)].map(([text]) => integerText(text));
  const wanted = fixedArguments.map((text) => integerText(text.replace(/[uUlL]+$/, '')));
  const isTelling = wanted.some((text) => /^\d+$/.test(text) && Number(text) > 1);
  if (isObject && isTelling && wanted.every((text) => numbers.includes(text))) return true;
  return descendants(fn.body).some((node) => {
    const callee = node.type === 'call_expression' ? childOf(node, 'function') : undefined;
    const made = callee && findCrateFunction(crate, pathText(file.tree, callee));
    if (made === undefined || made.fn.parameters.length === 0) return false;
    const isItsResult = made.file.tree.textOf(made.fn.body).includes(unwrapped(result));
    const { outcome, hasEffect } = interpretFunction(crate, made.file, made.fn);
    return isItsResult && (hasEffect || outcome.kind === 'computed');
  });
}

/** What is in `Some(…)`, `Ok(…)` or `Box::new(…)`. */
function unwrapped(text: string): string {
  const [, inner] = /^(?:Some|Ok|(?:Box|Rc|Arc)::new)\((.*)\)$/s.exec(text) ?? [];
  return inner === undefined ? text : unwrapped(inner);
}
