import type { TranslationUnit } from '../../code/c/unit.ts';
import { LIMITS } from '../../code/limits.ts';
import { codeIndex } from '../../code/pattern/code-index.ts';
import { alsoMatches, findMatches, isInside, type Match } from '../../code/pattern/find-matches.ts';
import { Matcher, PatternStepsSpent } from '../../code/pattern/matcher.ts';
import type { Bindings } from '../../code/pattern/pattern.ts';
import type { CRule } from '../c/c-rule.ts';
import type { RuleDescription } from '../rule.ts';
import type { CodePattern } from './code-pattern.ts';
import { type ParsedPatterns, parsePatterns } from './parsed-patterns.ts';
import { codeText, patternMessage } from './pattern-message.ts';

/** A rule for C and C++ that reports code of a form that a file of rules declares. */
export function cPatternRule(description: RuleDescription, declared: CodePattern): CRule {
  const parsed = new Map<TranslationUnit['language'], ParsedPatterns>();
  return {
    ...description,
    event: 'shape',
    inspect(unit, report) {
      const { tree, language } = unit;
      const patterns = parsed.get(language) ?? parsePatterns(declared, unit.parse);
      parsed.set(language, patterns);
      try {
        for (const { first, last, bindings } of matchesIn(unit, patterns, declared)) {
          const span = { start: first.start, end: last.end };
          const message = patternMessage(declared.message, tree.textOf(span), bindings, tree);
          report(span, message, { confidence: declared.confidence });
        }
      } catch (thrown) {
        if (!(thrown instanceof PatternStepsSpent)) throw thrown;
        throw new Error(`the rule ${description.id} failed: its patterns need too many steps here`);
      }
    },
  };
}

function matchesIn(
  { tree }: TranslationUnit,
  { patterns, not, inside, notInside }: ParsedPatterns,
  { regex }: CodePattern,
): Match[] {
  const steps = LIMITS.patternSteps + LIMITS.patternStepsPerCharacter * tree.text.length;
  const matcher = new Matcher(tree, steps);
  const index = codeIndex(tree);
  const isOfWords = (bindings: Bindings) =>
    [...regex].every(([name, expression]) => {
      const nodes = bindings.get(name);
      return nodes !== undefined && expression.test(codeText(nodes, tree));
    });
  const found = new Map<number, Match>();
  for (const pattern of patterns) {
    const matches = findMatches(pattern, index, matcher, (match) => {
      if (not.some((one) => alsoMatches(one, match, index, matcher))) return undefined;
      if (notInside.some((one) => isInside(one, match, index, matcher, () => true)))
        return undefined;
      if (inside === undefined) return isOfWords(match.bindings) ? match : undefined;
      let within: Match | undefined;
      for (const one of inside) {
        isInside(one, match, index, matcher, (bindings) => {
          if (isOfWords(bindings)) within ??= { ...match, bindings };
          return within !== undefined;
        });
      }
      return within;
    });
    for (const match of matches)
      if (!found.has(match.first.start)) found.set(match.first.start, match);
  }
  return [...found.values()].sort((one, other) => one.first.start - other.first.start);
}
