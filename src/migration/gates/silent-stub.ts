import type { Crate, CrateFile } from '../../code/rust/crate/crate.ts';
import type { RustFunction } from '../../code/rust/items/items.ts';
import { descendants } from '../../code/syntax/syntax.ts';
import {
  type GateLocation,
  type GateResult,
  notApplicable,
  resultOfFaults,
} from './gate-result.ts';
import type { CFunctionWork } from './stub/c-work.ts';
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
