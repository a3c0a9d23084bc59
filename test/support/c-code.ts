import type { LoweredFunction } from '../../src/code/c/ir/ast.ts';
import type { Symbols } from '../../src/code/c/ir/symbols.ts';
import { lowerUnit, type TranslationUnit } from '../../src/code/c/unit.ts';
import type { Range } from '../../src/code/flow/domain/value.ts';
import { EMPTY_ENVIRONMENT } from '../../src/code/flow/interpreter/call-environment.ts';
import type { FlowListener } from '../../src/code/flow/interpreter/events.ts';
import { analyseUnit } from '../../src/code/flow/project/analyse-unit.ts';
import {
  analyseFunction,
  type FunctionOutcome,
} from '../../src/code/flow/solver/analyse-function.ts';
import { loadGrammars } from '../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../src/code/syntax/syntax.ts';

const grammars = loadGrammars();
const parsers = { c: await grammars.parser('c'), cpp: await grammars.parser('cpp') };

/** A text as the engine sees it. */
export function lower(text: string, language: 'c' | 'cpp' = 'c', outer?: Symbols): TranslationUnit {
  const parser = parsers[language];
  return lowerUnit(parseSyntax(parser, text), language, parser, outer);
}

/** The function of a name, or the first. */
export function functionOf(unit: TranslationUnit, name?: string): LoweredFunction {
  const found = unit.functions.find((fn) => name === undefined || fn.name === name);
  if (found === undefined) throw new Error(`the text has no function ${name ?? ''}`);
  return found;
}

/** Analyses one function of a text and tells the listener what happens in it. */
export function analyse(
  text: string,
  listener: FlowListener,
  options: {
    readonly name?: string;
    readonly language?: 'c' | 'cpp';
    readonly steps?: number;
  } = {},
): FunctionOutcome {
  const unit = lower(text, options.language);
  const fn = functionOf(unit, options.name);
  return analyseFunction(unit, fn, 'test.c', listener, EMPTY_ENVIRONMENT, options.steps);
}

/** What is known of one argument of a call of `see`. */
export interface Sight {
  /** The range, as `0..9`; an end that nothing bounds is `*`. */
  readonly range: string;
  readonly isNull: 'never' | 'maybe' | 'always';
  readonly taint: string | undefined;
  readonly size: string | undefined;
}

/** What is known of the arguments of each call of `see(...)`, in the order in which they are heard. */
export function sights(text: string, name?: string): readonly (readonly Sight[])[] {
  const heard: Sight[][] = [];
  const listener: FlowListener = {
    call({ call, args }, facts) {
      if (call.name !== 'see') return;
      const print = ({ lo, hi }: Range): string => `${end(lo)}..${end(hi)}`;
      const sees = args.map((value): Sight => {
        const size = facts.pointees(value)[0]?.object.size;
        return {
          range: print(facts.range(value)),
          isNull: facts.isNull(value),
          taint: facts.contentTaint(value)?.kind,
          size: size === undefined ? undefined : print(facts.range(size)),
        };
      });
      heard.push(sees);
    },
  };
  analyse(text, listener, name === undefined ? {} : { name });
  return heard;
}

/** The ranges of the first arguments of the calls of `see` in the body of a function of `a`, `b` and `n`. */
export function ranges(body: string): readonly string[] {
  const text = `void f(int a, int b, unsigned n, char *p) { ${body} }`;
  return sights(text).map(([first]) => first?.range ?? '');
}

/** The ranges of the first arguments of the calls of `see` in all functions of a text, which know of each other, in its order. */
export function rangesInUnit(text: string, language: 'c' | 'cpp' = 'c'): readonly string[] {
  const heard: (readonly [number, string])[] = [];
  analyseUnit(lower(text, language), `test.${language}`, {
    call({ call, args: [first] }, facts) {
      if (call.name !== 'see' || first === undefined) return;
      const { lo, hi } = facts.range(first);
      heard.push([call.start, `${end(lo)}..${end(hi)}`]);
    },
  });
  return heard.sort(([left], [right]) => left - right).map(([, range]) => range);
}

function end(value: number): string {
  return Number.isFinite(value) ? String(value) : '*';
}
