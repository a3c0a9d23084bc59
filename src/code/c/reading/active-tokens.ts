import type { Token } from '../../syntax/lexer.ts';
import { type Directives, type GuardedRegion, isNever } from '../declarations/directives.ts';
import { type BuildCondition, holds, parseCondition } from '../ir/build-condition.ts';
import type { Configuration } from '../ir/configuration.ts';

/** The tokens of a file that one way to build it compiles; directives are none of them. */
export interface BuildTokens {
  readonly tokens: readonly Token[];
  /** Whether no build before this one has the token. */
  readonly isNew: (token: Token) => boolean;
}

/** The tokens between two directives of conditions. */
interface Stretch {
  readonly tokens: readonly Token[];
  readonly condition: BuildCondition;
}

/** Builds of one file that are read; what is in none of them is named. */
const MAX_BUILDS = 24;

/**
 * The ways to build a file that together compile all of it, the configuration first. Each of the
 * others is for the first code that was in none before it, and agrees with the configuration in
 * everything else.
 * @returns the builds, and the tokens that are in none
 */
export function buildsOf(
  tokens: readonly Token[],
  directives: Directives,
  configuration: Configuration,
): { readonly builds: readonly BuildTokens[]; readonly rest: readonly Token[] } {
  const stretches = stretchesOf(tokens, directives.regions);
  const left = new Set(stretches.filter(({ condition }) => !isNever(condition)));
  const builds: BuildTokens[] = [];
  for (let first: Stretch | undefined; left.size > 0 && builds.length < MAX_BUILDS; ) {
    if (builds.length > 0) [first] = left;
    const given = new Map<string, boolean>();
    if (first !== undefined) require(first.condition, true, given);
    // As much of what is left as agrees with the first of it.
    if (first !== undefined) for (const other of left) agree(other.condition, given, configuration);
    const isSet = (setting: string) => given.get(setting) ?? configuration.isSet(setting);
    const active = stretches.filter(({ condition }) => holds(condition, isSet));
    const fresh = active.filter((stretch) => left.delete(stretch));
    if (builds.length > 0 && fresh.length === 0 && first !== undefined) {
      // A condition that contradicts itself or the others.
      left.delete(first);
      continue;
    }
    const freshTokens = new Set(fresh.flatMap((stretch) => stretch.tokens));
    builds.push({
      tokens: active.flatMap((stretch) => stretch.tokens),
      isNew: (token) => freshTokens.has(token),
    });
  }
  return { builds, rest: [...left].flatMap((stretch) => stretch.tokens) };
}

function stretchesOf(tokens: readonly Token[], regions: readonly GuardedRegion[]): Stretch[] {
  let at = 0;
  return regions.flatMap(({ guard }, index) => {
    const end = regions[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    const own: Token[] = [];
    for (let token = tokens[at]; token !== undefined && token.start < end; token = tokens[at]) {
      if (token.kind !== 'directive') own.push(token);
      at += 1;
    }
    return own.length === 0 ? [] : [{ tokens: own, condition: parseCondition(guard) }];
  });
}

/** Fixes settings so that a condition has a value, as far as those fixed before it allow. */
function require(condition: BuildCondition, value: boolean, given: Map<string, boolean>): void {
  switch (condition.kind) {
    case 'constant':
      return;
    case 'setting':
      if (!given.has(condition.name)) given.set(condition.name, value);
      return;
    case 'not':
      return require(condition.operand, !value, given);
    default: {
      const all = (condition.kind === 'and') === value;
      for (const operand of all ? condition.operands : condition.operands.slice(0, 1))
        require(operand, value, given);
    }
  }
}

/** Fixes settings for a condition too, unless it then does not hold. */
function agree(
  condition: BuildCondition,
  given: Map<string, boolean>,
  configuration: Configuration,
): void {
  const tried = new Map(given);
  require(condition, true, tried);
  const isSet = (setting: string) => tried.get(setting) ?? configuration.isSet(setting);
  if (holds(condition, isSet)) for (const [name, value] of tried) given.set(name, value);
}
