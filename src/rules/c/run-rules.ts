import type { BuiltText } from '../../code/c/built-text.ts';
import { withForwardedCalls } from '../../code/c/forwarded-unit.ts';
import type { ReachedBound } from '../../code/c/ir/reached-bound.ts';
import type { Symbols } from '../../code/c/ir/symbols.ts';
import { lowerUnit, type TranslationUnit } from '../../code/c/unit.ts';
import type { FlowListener } from '../../code/flow/interpreter/events.ts';
import { analyseUnit } from '../../code/flow/project/analyse-unit.ts';
import type { ResourceGuard } from '../../code/flow/project/file-budget.ts';
import { forwardingsSeenFrom } from '../../code/flow/project/forwardings.ts';
import {
  type ProjectKnowledge,
  projectSymbols,
} from '../../code/flow/project/project-knowledge.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { SyntaxTree } from '../../code/syntax/syntax.ts';
import { pathWeight } from '../test-code.ts';
import type { CRule } from './c-rule.ts';
import { combineListeners } from './combine-listeners.ts';
import { type CHit, HitList } from './hit-list.ts';
import { witnessHits } from './witness.ts';

export type { CHit };

export interface CRuleRun {
  /** As it is written. */
  readonly unit: TranslationUnit;
  readonly hits: readonly CHit[];
  /** The functions that could not be followed whole, in the order of the file. */
  readonly cuts: readonly ReachedBound[];
}

/** Runs rules on one C or C++ file. Never fails on broken code, but for what the guard throws; the order of hits is that of the file. */
export function runCRules(
  tree: SyntaxTree,
  language: 'c' | 'cpp',
  parser: SourceParser,
  options: {
    readonly path: string;
    readonly rules: readonly CRule[];
    /** What the other files of the project tell. */
    readonly project?: ProjectKnowledge;
    readonly guard?: ResourceGuard;
    /** What the tree was made of, where it is known how the file is compiled. */
    readonly built?: BuiltText | undefined;
    /** The paths of the headers that it includes, where these are known better than by its text. */
    readonly included?: readonly string[];
    /** The names of the project that it sees, where these are known already. */
    readonly symbols?: Symbols;
  },
): CRuleRun {
  const lowered = lowerUnit(
    tree,
    language,
    parser,
    options.symbols ??
      (options.project && projectSymbols(options.project, options.path, tree.text)),
    options.built,
  );
  const { path, project, included } = options;
  const unit = withForwardedCalls(lowered, forwardingsSeenFrom(lowered, path, project, included));
  const hits = new HitList(unit, pathWeight(options.path));
  const rules = options.rules.filter((rule) => rule.languages.includes(language));
  const listener = combineListeners(
    rules.flatMap((rule) => (rule.listen === undefined ? [] : [rule.listen(hits.reporter(rule))])),
    hits.observe,
  );
  const flowListener: FlowListener = {
    ...listener,
    degraded() {
      hits.degraded = true;
    },
    leave(fn, reached) {
      listener.leave?.(fn, reached);
      hits.degraded = false;
    },
  };
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const cuts = [
    ...unit.cuts,
    ...analyseUnit(
      unit,
      options.path,
      flowListener,
      options.project,
      (fn, follow) => witnessHits(unit, fn, byId, hits, follow),
      options.guard,
      options.included,
    ),
  ];
  hits.hasCuts = cuts.length > 0;
  hits.observeNothing();
  for (const rule of rules) rule.inspect?.(unit, hits.reporter(rule));
  return { unit: lowered, hits: hits.sorted(), cuts: cuts.sort((a, b) => a.start - b.start) };
}
