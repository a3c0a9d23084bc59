import type { Language } from '../../code/syntax/language.ts';
import { CATEGORIES, type Category } from '../../rules/classification.ts';
import type { RuleDescription } from '../../rules/rule.ts';

/** Weaknesses that our rules name beside others only, or for a part of what they mean. */
const STATED: ReadonlyMap<number, Category> = new Map([
  ...numbers('bounds', [118, 119, 120, 121, 122, 123, 124, 126, 127, 131, 242, 466, 676]),
  ...numbers('bounds', [129, 786, 788, 805, 806, 1284, 1285]),
  ...numbers('memory', [415, 416, 476, 665, 672, 704, 762, 763, 824, 825, 909]),
  ...numbers('integer', [128, 192, 194, 196, 680, 681, 682, 1335]),
  ...numbers('error_handling', [394, 703, 754, 755]),
  ...numbers('concurrency', [366, 543, 820, 821, 832]),
  ...numbers('input', [20, 74, 77, 88, 94, 602, 807, 829]),
  ...numbers('crypto', [310, 311, 312, 321, 326, 330, 347]),
  ...numbers('permissions', [250, 264, 269, 276, 284, 285]),
  ...numbers('resource', [399, 404, 459, 664, 771, 772, 773, 834]),
]);

function numbers(category: Category, cwe: readonly number[]): (readonly [number, Category])[] {
  return cwe.map((number) => [number, category]);
}

type Votes = Map<Category, number>;

/**
 * Says which category a weakness belongs to: the one where most of our rules for a language
 * name it, those that name it first before the others; `other` where no rule names it.
 */
export function categoryFinder(
  rules: readonly RuleDescription[],
): (cwe: readonly number[], language: Language) => Category {
  const tables = new Map<string, Votes>();
  for (const { category, cwe, languages } of rules) {
    for (const [position, number] of cwe.entries()) {
      for (const language of [...languages, 'any']) {
        const key = `${position === 0 ? 'first' : 'further'}:${language}:${number}`;
        const votes: Votes = tables.get(key) ?? new Map();
        tables.set(key, votes.set(category, (votes.get(category) ?? 0) + 1));
      }
    }
  }
  return (cwe, language) => {
    for (const number of cwe) {
      const found =
        STATED.get(number) ??
        most(tables.get(`first:${language}:${number}`)) ??
        most(tables.get(`first:any:${number}`)) ??
        most(tables.get(`further:any:${number}`));
      if (found !== undefined) return found;
    }
    return 'other';
  };
}

/** The category with most votes, the earlier in the list where two have as many. */
function most(votes: Votes | undefined): Category | undefined {
  if (votes === undefined) return undefined;
  const highest = Math.max(...votes.values());
  return CATEGORIES.find((category) => votes.get(category) === highest);
}
