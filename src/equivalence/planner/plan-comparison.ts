import type { ClangFunction, ClangUnit } from '../../code/clang/unit.ts';
import { FILES, FILES_BEFORE, STDIN, STDIN_BYTES } from '../cases/file-fixture.ts';
import { NotComparable } from '../not-comparable.ts';
import { isChanged } from '../pairing/callback-changes.ts';
import { callbacksIn } from '../pairing/callback-shapes.ts';
import type { PairingDefinitions } from '../pairing/definitions.ts';
import { errnoUse } from '../pairing/errno.ts';
import type { Mapping } from '../pairing/mapping.ts';
import type { CallbackPair } from '../pairing/pair.ts';
import {
  callbacksAbsent,
  fieldsUntouched,
  hasEnd,
  nonesRead,
  streamsIn,
  variantsLeftOut,
} from '../pairing/pair-contents.ts';
import { reachableFunctions } from '../pairing/reachable-functions.ts';
import { streamOutput } from '../pairing/stream-pair.ts';
import { cArgumentVariable } from '../plan/c-variables.ts';
import {
  type BoundVariable,
  type CArgument,
  type ComparisonPlan,
  comparesAllocationSizes,
  type Output,
  type ResultPlan,
  type RustArgument,
} from '../plan/comparison-plan.ts';
import {
  filesOutput,
  isFolderIn,
  mayEndProcess,
  mayPrint,
  mayReadStdin,
  mayUseFiles,
  outlivesProcess,
  printedOutput,
  STANDARD_INPUT,
  STANDARD_STREAMS,
} from '../plan/process-effects.ts';
import { isProgramPair, withCommandLine } from '../plan/program.ts';
import { inferMeaning } from '../result/infer-meaning.ts';
import { ResultPlanner } from '../result/plan-result.ts';
import type { ResultFacts } from '../result/result-facts.ts';
import type { RustCrate } from '../rust-api/rust-crate.ts';
import { type RustApiFunction, rustTypeText } from '../rust-api/rust-type.ts';
import type { CSources } from './c-sources.ts';
import { textDoubts } from './doubted-texts.ts';
import { ALL_VARIABLES, type CallWithVariables, withFileVariables } from './file-variables.ts';
import { textsOfCodes } from './forwarded-codes.ts';
import { keptArguments } from './kept-arguments.ts';
import {
  returnedIntegers,
  returnedNames,
  returnsOnlyLiterals,
  storedIntegers,
} from './literals.ts';
import { MemoryViews, pieceSizes } from './memory-views.ts';
import { withListsAround } from './middle-pointers.ts';
import { namedParams } from './named-param.ts';
import { passedAt } from './passed-at.ts';
import { planParameters } from './plan-parameters.ts';
import { fieldsByRecord } from './record-fields.ts';
import { sharedMemory } from './shared-memory.ts';
import { withShiftAmounts } from './shift-amounts.ts';
import { countsBytes, endsTexts, isHandedBack, isUnusedIn } from './source-facts.ts';
import { withStandardStreams } from './standard-streams.ts';
import { tablesOf } from './tables-of.ts';
import { isUnseen } from './unseen-result.ts';
import { withViewedTypes } from './viewed-types.ts';
import { writtenBackOutput } from './written-back.ts';

/** What a plan is made of, besides the two functions. */
export interface ComparisonContext {
  readonly unit: ClangUnit;
  readonly sources: CSources;
  readonly crate: RustCrate;
  /** See `Definitions`. */
  readonly handle?: string | undefined;
  /** The other units of the project. */
  readonly others?: readonly ClangUnit[];
}

/**
 * Plans how a C function and a Rust function are called on the same inputs.
 * @throws NotComparable when there is no way, or more than one
 */
export function planComparison(
  own: ClangFunction,
  ownRust: RustApiFunction,
  ownMapping: Mapping,
  { unit, sources, crate, handle, others = [] }: ComparisonContext,
): ComparisonPlan {
  const all = [unit, ...others].flatMap(({ functions }) => functions);
  const reached = reachableFunctions(own, [unit, ...others]);
  const isProgram = isProgramPair(own, ownRust);
  const extended = withStandardStreams(
    withFileVariables(
      own,
      ownRust,
      isProgram ? withCommandLine(own, ownRust, ownMapping) : ownMapping,
      unit,
      others,
      crate,
    ),
    reached,
  );
  const { rust } = extended;
  const around = withListsAround(extended.function, rust, extended.mapping);
  const { mapping } = around;
  const views = new MemoryViews([unit, ...others]);
  const viewed = withViewedTypes(around.function, rust, mapping, views, {
    crate,
    records: extended.records,
    source: sources.textOf(own),
  });
  const f = viewed.function;
  if (f.isVariadic) {
    throw new NotComparable(`${f.name} takes a variable number of arguments`, 'none');
  }
  if (rust.problem !== undefined) throw new NotComparable(`${rust.path} has ${rust.problem}`);
  const definitions: PairingDefinitions = {
    ...{ records: extended.records, crate, handle },
    fields: fieldsByRecord(mapping.records, [unit, ...others]),
    allocated: (record, field) => sources.allocated(record, field),
    indexes: (field) => sources.indexes(field),
    constants: () => sources.constants(),
    tables: (of) => tablesOf(unit, of),
    noneOf: (place, type) => sources.noneOf(place, type, place.isField ? all : [own]),
    usesField: (name) => sources.usesField(name, reached, [unit, ...others]),
    usesRustField: (struct, field) => crate.mayTouchField(rust.path, struct, field),
    passedAt: (called, passed) => passedAt(sources.textOf(own), called, passed),
    isUnused: (name) => isUnusedIn(own, sources.textOf(own), name),
    piecesOf: (name, length) =>
      countsBytes(sources.textOf(own), length) ? [1] : pieceSizes(own, name, views),
    viewsOfField: (record, field) => views.behindField(record, field),
    isFolder: (name) => isFolderIn(reached, sources.textOf(own), name),
  };
  const given = planParameters(f, rust, mapping, definitions);
  const parameters = { ...given, inputs: withShiftAmounts(given.inputs, sources.textOf(own)) };
  const constants = sources.constants();
  const codes = textsOfCodes(own, reached, (one) => sources.textOf(one));
  const facts: ResultFacts = {
    ...{ function: f, records: extended.records },
    arguments: parameters.c,
    returned: codes.flatMap((text) => returnedIntegers(text, constants)),
    returnedNames: codes.flatMap((text) => returnedNames(text, constants)),
    stored: (name) => storedIntegers(sources.textOf(f), name, constants),
    returnsOnlyLiterals: returnsOnlyLiterals(sources.textOf(f), constants),
    constants,
    errno: errnoUse(f, [unit, ...others]),
    endsTexts: endsTexts(sources.textOf(f)),
    crate,
  };
  const planner = new ResultPlanner(facts, definitions);
  const objectResult =
    handle === undefined ? undefined : planner.planMadeObject(rust.returns, handle, mapping.result);
  const result: ResultPlan = isProgram
    ? { kind: 'ignored' }
    : (objectResult ??
      planner.plan(mapping.result ?? inferMeaning(facts, rust.returns), rust.returns, undefined));
  const rustArguments =
    objectResult === undefined ? parameters.rust : keptArguments(parameters.rust, rust, crate);
  const seesErrno = planner.outputs.list.some(({ slot }) => slot.name === 'errno');
  if (facts.errno.isSet && !seesErrno && !isProgram) planner.outputs.observeErrno();
  const limits = [...planner.errors.limits];
  const named = new Set(planner.outputs.list.map(({ slot }) => slot.name));
  const written = parameters.rust.flatMap((argument, at) => {
    if (rustArguments[at]?.isWatched === true) return [];
    if (isHandedBack(argument, f, rust, sources.textOf(f))) {
      limits.push(
        `What the C leaves in ${argument.from} is compared as far as it gives that back: Rust only reads it.`,
      );
      return [];
    }
    const output = writtenBackOutput(f, parameters.c, argument, at);
    return output === undefined || named.has(argument.from) ? [] : [output];
  });
  for (const one of parameters.c) {
    if (one.kind !== 'output' || one.code !== undefined) continue;
    const outputsOfName = planner.outputs.list.filter(({ slot }) => slot.name === one.name);
    if (outputsOfName.length === 0)
      limits.push(`What the C writes to ${one.name} is not compared.`);
    else if (outputsOfName.every(({ c }) => c.when !== undefined)) {
      limits.push(
        `What a call that fails leaves in ${one.name} is not compared: Rust has none then.`,
      );
    }
  }
  const code = parameters.c.find((one) => one.kind === 'output' && one.code !== undefined);
  const comparesReturned = planner.outputs.list.some(({ slot }) => slot.name === 'return');
  if (code !== undefined && f.returns.kind !== 'void' && !comparesReturned) {
    limits.push(
      `The value that the C returns is not compared: ${code.name} tells what it came to.`,
    );
  }
  for (const { from, pair } of parameters.rust) {
    if (pair?.kind !== 'list' || pair.only === undefined) continue;
    const texts = pair.only.map((text) => JSON.stringify(text)).join(', ');
    limits.push(`${from} is only given as ${texts}.`);
  }
  if (comparesAllocationSizes(result)) {
    limits.push('Of the memory that the C allocates, only the size is compared.');
  }
  if (result.kind === 'ignored' && f.returns.kind !== 'void' && !isProgram) {
    limits.push('The value that the C returns is not compared.');
  }
  const streams = streamOutputs(parameters.rust);
  const printed = mayPrint(reached)
    ? STANDARD_STREAMS.filter((key) => !streams.some(({ slot }) => slot.name === key))
    : [];
  const mayEnd =
    isProgram ||
    (mayEndProcess(reached) && (crate.endsProcess(rust.path) || rust.returns.kind === 'never'));
  const told = [...planner.outputs.list, ...written, ...streams, ...printed.map(printedOutput)];
  // What a program leaves in its memory is gone with it.
  const outputs = isProgram ? told.filter(outlivesProcess) : told;
  const isInputGiven = extended.params.some(({ name }) => name === STANDARD_INPUT);
  const readsStdin = mayReadStdin(reached) && !isInputGiven;
  const hasFiles =
    mayUseFiles(reached) ||
    parameters.rust.some(({ pair }) => pair?.kind === 'stream' && pair.c === 'folder');
  if (hasFiles) outputs.push(filesOutput());
  const isShown = isProgram || mayEnd || hasFiles || streams.length + printed.length > 0;
  if (!isShown && isUnseen(result, rust, parameters.rust)) {
    throw new NotComparable(
      `${rust.path} changes nothing, and by the mapping its result is not compared`,
    );
  }
  for (const { from, pair, type } of parameters.rust) {
    const callbacks = pair === undefined ? [] : callbacksIn(pair);
    for (const one of callbacks) limits.push(...callbackLimits(one));
    const isMutable = type.kind === 'reference' && type.mutable;
    if (pair?.kind === 'record' && callbacks.length > 0 && isMutable) {
      limits.push(`Which functions ${from} has after the call is not compared.`);
    }
  }
  const shared = sharedMemory(
    parameters.rust.flatMap(({ pair }) => pair ?? []),
    extended,
    reached,
    all,
  );
  limits.push(...shared.limits);
  const deep = [...parameters.rust.map(({ pair }) => pair), ...outputs.map(({ pair }) => pair)];
  const without = deep.flatMap((pair) => (pair === undefined ? [] : variantsLeftOut(pair)));
  for (const one of new Set(without)) {
    limits.push(`A value is never this variant, and none that comes of it is looked into: ${one}.`);
  }
  const absent = parameters.rust.flatMap(({ from, pair }) =>
    pair === undefined ? [] : callbacksAbsent(pair, from),
  );
  for (const one of new Set(absent)) {
    limits.push(`The caller gives no function here, in any case: ${one}.`);
  }
  const untouched = deep.flatMap((pair) => (pair === undefined ? [] : fieldsUntouched(pair)));
  limits.push(...new Set(untouched));
  if (deep.some((pair) => pair !== undefined && hasEnd(pair))) {
    limits.push(
      'A type that contains itself is built so deep: lists of at most six, what branches of three levels; what is deeper after a call is not looked at.',
    );
  }
  const files = { name: FILES, shape: FILES_BEFORE, limits: { length: { least: 0, most: 8 } } };
  const stdin = { name: STDIN, shape: STDIN_BYTES, limits: {} };
  return {
    function: f,
    doubts: [
      ...[
        ...viewed.doubts,
        ...orderDoubts(rust, mapping),
        ...noneDoubts(parameters.rust),
        ...textDoubts(
          namedParams(f),
          parameters.c,
          mapping,
          reached.map((one) => sources.textOf(one)),
        ),
      ].map((text) => ({ text, remedy: 'plan' }) as const),
      ...shared.doubts.map((text) => ({ text, remedy: 'none' }) as const),
    ],
    inputs: [...(hasFiles ? [files] : []), ...(readsStdin ? [stdin] : []), ...parameters.inputs],
    c: parameters.c,
    rust: rustArguments,
    outputs,
    result,
    limits,
    variables: {
      params: [...extended.params, ...around.lists],
      record: extended.record,
      bound: boundVariables(extended, parameters.c),
      statics: extended.statics,
    },
    usesFiles: hasFiles,
    endsTexts: reached.some((one) => endsTexts(sources.textOf(one))),
    readsStdin,
    mayEnd,
    isProgram,
  };
}

/** Parts of a result that have one type, and are told apart by their order alone. */
function orderDoubts({ returns }: RustApiFunction, { result }: Mapping): readonly string[] {
  if (result !== undefined || returns.kind !== 'tuple') return [];
  const types = returns.items.map(rustTypeText);
  if (new Set(types).size === types.length) return [];
  return ['which part of the tuple is which of what the C gives back is told by their order alone'];
}

/** Numbers of which nothing but the source of the C tells which one Rust has as `None`. */
function noneDoubts(all: readonly RustArgument[]): readonly string[] {
  const found = all.flatMap(({ from, pair }) => (pair === undefined ? [] : nonesRead(pair, from)));
  return found.map(
    ({ name, none }) =>
      `that ${none} of ${name} stands for None is read from the source alone; say it in the mapping ("none")`,
  );
}

/** What is not compared of a function of the caller. */
function callbackLimits(pair: CallbackPair): string[] {
  const { name, answer, arguments: args } = pair;
  const limits: string[] = [];
  if (!pair.isCompared) limits.push(`How often ${name} is called, and with what, is not compared.`);
  if (args.some(isChanged)) {
    limits.push(`Of what ${name} is given it changes numbers, and nothing else.`);
  }
  if (args.some(({ kind }) => kind === 'object')) {
    limits.push(`The object that ${name} is given is not looked into by it.`);
  }
  if (answer.kind === 'filled') {
    limits.push(`What ${name} tells of its length is never more than the room that it is given.`);
  }
  return limits;
}

/** Where the driver has the value of each variable that stands for a parameter. */
function boundVariables({ params }: CallWithVariables, all: readonly CArgument[]): BoundVariable[] {
  return params.flatMap(({ name }): BoundVariable[] => {
    const argument = all.find((one) => one.name === name);
    const variable = cArgumentVariable(name);
    if (argument?.kind === 'output') return [{ name, at: variable, isInput: false }];
    if (argument?.kind === 'value' && argument.pair.kind === 'stream') {
      return [{ name, at: `&${variable}`, isInput: true }];
    }
    if (argument?.kind !== 'one' && argument?.kind !== 'elements') {
      throw new NotComparable(`the variable ${name} cannot be given`);
    }
    if (argument.isNullable) throw new NotComparable(`the variable ${name} is always there`);
    const { pair } = argument;
    if (name !== ALL_VARIABLES || pair.kind !== 'record') {
      return [{ name, at: variable, isInput: true }];
    }
    const lengths = pair.fields.flatMap(({ pair: field }) =>
      field.kind === 'list' ? [field.lengthField, field.roomField] : [],
    );
    return [...pair.fields.map(({ c }) => c), ...lengths].flatMap((field) =>
      field === undefined ? [] : [{ name: field, at: `&${variable}->${field}`, isInput: true }],
    );
  });
}

/** The streams of the arguments after the call. How far one that Rust owns was read cannot be observed. */
function streamOutputs(all: readonly RustArgument[]): Output[] {
  const keys = all
    .flatMap(({ pair }) => (pair === undefined ? [] : streamsIn(pair)))
    .map(({ key }) => key);
  if (keys.includes('')) throw new NotComparable('streams are in a list, or there may be none');
  if (new Set(keys).size < keys.length)
    throw new NotComparable(`more than one stream is ${keys[0]}`);
  return all.flatMap(({ from, pair }, at) =>
    (pair === undefined ? [] : streamsIn(pair))
      .filter(({ c, does, form }) => c !== 'folder' && (does !== 'reads' || form === 'borrowed'))
      .map((stream): Output => {
        return {
          slot: { name: stream.key, shape: streamOutput(stream) },
          pair: stream,
          c: {
            ...{ value: cArgumentVariable(from), when: undefined, length: undefined },
            destination: { kind: 'value' },
          },
          rust: at,
        };
      }),
  );
}
