import { type DataInput, isPossible, type ParameterContract } from './data-input.ts';
import { passedInputs } from './passed-inputs.ts';
import type { Program, ProgramFunction } from './program.ts';
import { reachedFunctions, unsetVariable } from './reached-code.ts';
import { signatureContract } from './signature-contract.ts';

/** A function that is called with data alone, what it is given, and the way from it to another one. */
export interface EntryPoint extends ProgramFunction {
  /** One for each parameter. */
  readonly inputs: readonly DataInput[];
}

/** How far callers are followed, up from the cited function, and from each for what they pass. */
const MAX_STEPS_UP = 7;
const MAX_CALLS = 4;
const MAX_FUNCTIONS = 24;
const MAX_SITES = 8;
const MAX_ENTRIES = 3;

/**
 * The functions from which calls lead to the cited one, itself first, that take data alone and of which it is known what
 * callers may give them.
 * @returns none where there is no such function, and why the cited one is none
 */
export async function entryPoints(
  cited: ProgramFunction,
  program: Program,
): Promise<{ readonly entries: readonly EntryPoint[]; readonly why: string }> {
  const entries: EntryPoint[] = [];
  const seen = new Set([cited.fn]);
  let why = '';
  let level = [cited];
  for (let calls = 0; calls <= MAX_STEPS_UP && level.length > 0; calls += 1) {
    const next: ProgramFunction[] = [];
    for (const one of level) {
      const found = await entryAt(one, program);
      if ('why' in found) why ||= found.why;
      else entries.push(found);
      if (entries.length >= MAX_ENTRIES) return { entries, why };
      for (const { file, unit, caller } of (await program.callers(one)).sites) {
        if (seen.has(caller) || seen.size >= MAX_FUNCTIONS) continue;
        seen.add(caller);
        next.push({ file, unit, fn: caller });
      }
    }
    level = next;
  }
  return { entries, why };
}

async function entryAt(
  one: ProgramFunction,
  program: Program,
): Promise<EntryPoint | { readonly why: string }> {
  const { fn, unit, file } = one;
  const unusable = whyUnusable(one);
  if (unusable !== undefined) return { why: unusable };
  const alternatives = await givenInputs(one, program, MAX_CALLS);
  if (alternatives.length === 0) return { why: `what callers give ${fn.name} is not known` };
  const inputs = alternatives.map(onlyInputs).find((all) => all !== undefined);
  if (inputs === undefined) {
    const [first = []] = alternatives;
    const why = first.find((contract) => contract.kind === 'other')?.why ?? '';
    return { why: `${fn.name} is not on data alone, as far as is known: ${why}` };
  }
  const reached = reachedFunctions(unit, fn);
  const unset = await unsetVariable(unit, reached, {
    isNamed: (name) => program.isNamedElsewhere(name, file),
    isInitialised: (name) => program.isInitialised(name),
  });
  if (unset !== undefined) return { why: `${fn.name} reads \`${unset}\`, which other code sets` };
  return { ...one, inputs };
}

function whyUnusable({ file, unit, fn }: ProgramFunction): string | undefined {
  if (unit.language !== 'c') return `${file} is no C`;
  if (/\.(?:h|inc|inl)\w*$/i.test(file)) return `${fn.name} is in a header`;
  if (fn.variadic || fn.isMethod) return `${fn.name} takes more than its parameters`;
  return fn.name === 'main' ? 'a whole program is no function on data' : undefined;
}

function onlyInputs(contracts: readonly ParameterContract[]): DataInput[] | undefined {
  const inputs = contracts.filter((one): one is DataInput => one.kind !== 'other');
  const isWhole = inputs.every((input) => !('limits' in input) || isPossible(input.limits));
  return inputs.length === contracts.length && isWhole ? inputs : undefined;
}

/** What callers of the tree give as a number may be all that is meant, also where others may call. */
function withoutNumber(contract: ParameterContract): ParameterContract {
  if (contract.kind !== 'number') return contract;
  return { kind: 'other', why: 'which numbers callers give is not stated' };
}

/**
 * What a function may be given, in each way that is known. From outside it is given what its signature states;
 * by a caller of the tree, what that is given and passes as it is.
 */
async function givenInputs(
  one: ProgramFunction,
  program: Program,
  calls: number,
): Promise<readonly (readonly ParameterContract[])[]> {
  const { fn, unit } = one;
  const own = signatureContract(fn, unit, (name) => program.isEnumeration(name));
  const { sites, isWhole } = await program.callers(one);
  const others = sites.filter(({ caller }) => caller !== fn);
  if (fn.exported && others.length === 0 && isWhole) return [own];
  const isPublic = program.isPublic(one);
  const found: (readonly ParameterContract[])[] = isPublic ? [own.map(withoutNumber)] : [];
  if (calls === 0) return found;
  for (const site of others.slice(0, MAX_SITES)) {
    const { file, unit: callerUnit, caller } = site;
    const from = { file, unit: callerUnit, fn: caller };
    for (const given of await givenInputs(from, program, calls - 1)) {
      found.push(passedInputs(site, own, given));
    }
  }
  return found;
}
