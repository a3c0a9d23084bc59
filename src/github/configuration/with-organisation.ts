import { lowestBudgets } from './budgets.ts';
import { type Configuration, configurationSchema } from './configuration.ts';

/**
 * What counts for a repository whose owner has settled something for all of theirs: its own keys go before,
 * but of budgets, which it can lower and not raise.
 * @param organisation what the owner's file says, with its defaults
 * @param shared the keys that are in the owner's file
 * @param own the keys that are in the repository's file
 */
export function withOrganisation(
  organisation: Configuration,
  shared: object,
  own: object,
): Configuration {
  const configuration = configurationSchema.parse(merged(shared, own));
  const budgets = lowestBudgets(organisation.budgets, configuration.budgets);
  return { ...configuration, budgets };
}

/** The keys of both, level by level; a list is replaced as a whole. */
function merged(under: object, over: object): object {
  const result = new Map<string, unknown>(Object.entries(under));
  for (const [key, value] of Object.entries(over)) {
    const below = result.get(key);
    result.set(key, isSection(below) && isSection(value) ? merged(below, value) : value);
  }
  return Object.fromEntries(result);
}

function isSection(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
