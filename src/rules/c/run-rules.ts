import type { LoweredFunction, Span } from '../../code/c/ir/ast.ts';
import type { ReachedBound } from '../../code/c/ir/reached-bound.ts';
import { lowerUnit, type TranslationUnit } from '../../code/c/unit.ts';
import type { FlowListener } from '../../code/flow/interpreter/events.ts';
import { analyseUnit } from '../../code/flow/project/analyse-unit.ts';
import {
  type ProjectKnowledge,
  projectSymbols,
} from '../../code/flow/project/project-knowledge.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { SyntaxTree } from '../../code/syntax/syntax.ts';
import type { Hit } from '../rule.ts';
import type { CRule, HitOptions, ReportHit } from './c-rule.ts';

export interface CHit extends Hit {
  readonly rule: string;
}

export interface CRuleRun {
  readonly unit: TranslationUnit;
  readonly hits: readonly CHit[];
  /** The functions that could not be followed whole, in the order of the file. */
  readonly cuts: readonly ReachedBound[];
}

/** Code that runs only in tests: a defect there does not reach users. */
const TEST_PATH =
  /(?:^|\/)(?:(?:tests?|testing|fuzz|fuzzing|examples?|samples?|benchmarks?)\/|(?:tests?|test[_-][^/]*|[^/]*[_-]tests?)\.[a-z]+$)/i;
const TEST_DISCOUNT = 0.6;
/** Where it is not known what runs before a hit, the hit is no finding. */
const MAX_DEGRADED_CONFIDENCE = 0.49;

/** Runs rules on one C or C++ file. Never fails on broken code; the order of hits is that of the file. */
export function runCRules(
  tree: SyntaxTree,
  language: 'c' | 'cpp',
  parser: SourceParser,
  options: {
    readonly path: string;
    readonly rules: readonly CRule[];
    /** What the other files of the project tell. */
    readonly project?: ProjectKnowledge;
  },
): CRuleRun {
  const unit = lowerUnit(
    tree,
    language,
    parser,
    options.project && projectSymbols(options.project),
  );
  const hits = new HitList(unit, TEST_PATH.test(options.path) ? TEST_DISCOUNT : 1);
  const rules = options.rules.filter((rule) => rule.languages.includes(language));
  const listener = combineListeners(
    rules.flatMap((rule) =>
      rule.listen === undefined ? [] : [rule.listen(hits.reporter(rule.id))],
    ),
  );
  const flowListener: FlowListener = {
    ...listener,
    degraded() {
      hits.degraded = true;
    },
    leave(fn) {
      listener.leave?.(fn);
      hits.degraded = false;
    },
  };
  const cuts = [...unit.cuts, ...analyseUnit(unit, options.path, flowListener, options.project)];
  for (const rule of rules) rule.inspect?.(unit, hits.reporter(rule.id));
  return { unit, hits: hits.sorted(), cuts: cuts.sort((a, b) => a.start - b.start) };
}

class HitList {
  private readonly unit: TranslationUnit;
  private readonly weight: number;
  private readonly found = new Map<string, CHit>();
  /** Whether what the rules hear now is heard without what comes before it. */
  degraded = false;

  constructor(unit: TranslationUnit, weight: number) {
    this.unit = unit;
    this.weight = weight;
  }

  reporter(rule: string): ReportHit {
    return (span, message, options) => this.add(rule, span, message, options);
  }

  private add(rule: string, span: Span, message: string, options: HitOptions): void {
    const location = this.unit.tree.location(span);
    const key = `${rule}:${location.line}`;
    const most = this.degraded ? MAX_DEGRADED_CONFIDENCE : 0.95;
    const confidence = Math.min(most, Math.max(0.4, options.confidence * this.weight));
    const known = this.found.get(key);
    if (known !== undefined && known.confidence >= confidence) return;
    this.found.set(key, {
      rule,
      location,
      function: enclosingFunction(this.unit.functions, span)?.name ?? '',
      message,
      confidence: Math.round(confidence * 100) / 100,
      trace: options.trace ?? [],
      ...(options.cwe === undefined ? {} : { cwe: options.cwe }),
    });
  }

  sorted(): CHit[] {
    return [...this.found.values()].sort(
      (a, b) =>
        a.location.line - b.location.line ||
        a.location.column - b.location.column ||
        (a.rule < b.rule ? -1 : 1),
    );
  }
}

/** The function around a span; `functions` stand in the order of the text. */
function enclosingFunction(
  functions: readonly LoweredFunction[],
  span: Span,
): LoweredFunction | undefined {
  let low = 0;
  let high = functions.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((functions[middle]?.end ?? 0) < span.end) low = middle + 1;
    else high = middle;
  }
  const fn = functions[low];
  return fn !== undefined && fn.start <= span.start && span.end <= fn.end ? fn : undefined;
}

/** One listener that passes everything on to many, in order. */
function combineListeners(listeners: readonly FlowListener[]): FlowListener {
  const listening = <K extends keyof FlowListener>(name: K): readonly FlowListener[] =>
    listeners.filter((listener) => listener[name] !== undefined);
  const call = listening('call');
  const called = listening('called');
  const access = listening('access');
  const transfer = listening('transfer');
  const release = listening('release');
  const arithmetic = listening('arithmetic');
  const uninitialised = listening('uninitialised');
  const convert = listening('convert');
  const assign = listening('assign');
  const declared = listening('declared');
  const branch = listening('branch');
  const returned = listening('returned');
  const lost = listening('lost');
  const enter = listening('enter');
  const leave = listening('leave');
  return {
    call(event, facts) {
      for (const listener of call) listener.call?.(event, facts);
    },
    called(event, result, facts) {
      for (const listener of called) listener.called?.(event, result, facts);
    },
    access(event, facts) {
      for (const listener of access) listener.access?.(event, facts);
    },
    transfer(event, facts) {
      for (const listener of transfer) listener.transfer?.(event, facts);
    },
    release(event, facts) {
      for (const listener of release) listener.release?.(event, facts);
    },
    arithmetic(event, facts) {
      for (const listener of arithmetic) listener.arithmetic?.(event, facts);
    },
    uninitialised(event, facts) {
      for (const listener of uninitialised) listener.uninitialised?.(event, facts);
    },
    convert(event, facts) {
      for (const listener of convert) listener.convert?.(event, facts);
    },
    assign(event, facts) {
      for (const listener of assign) listener.assign?.(event, facts);
    },
    declared(event, facts) {
      for (const listener of declared) listener.declared?.(event, facts);
    },
    branch(condition, assertion, facts) {
      for (const listener of branch) listener.branch?.(condition, assertion, facts);
    },
    returned(value, result, facts) {
      for (const listener of returned) listener.returned?.(value, result, facts);
    },
    lost(object, at, facts) {
      for (const listener of lost) listener.lost?.(object, at, facts);
    },
    enter(fn, facts) {
      for (const listener of enter) listener.enter?.(fn, facts);
    },
    leave(fn) {
      for (const listener of leave) listener.leave?.(fn);
    },
  };
}
