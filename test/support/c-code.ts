import type { CFunction } from '../../src/code/c/ast.ts';
import { lowerUnit, type TranslationUnit } from '../../src/code/c/unit.ts';
import { analyseFunction, type FunctionOutcome } from '../../src/code/flow/analyse-function.ts';
import type { FlowListener } from '../../src/code/flow/events.ts';
import { loadGrammars } from '../../src/code/grammar.ts';
import { parseSyntax } from '../../src/code/syntax.ts';

const grammars = loadGrammars();
const parsers = { c: await grammars.parser('c'), cpp: await grammars.parser('cpp') };

/** A text as the engine sees it. */
export function lower(text: string, language: 'c' | 'cpp' = 'c'): TranslationUnit {
  const parser = parsers[language];
  return lowerUnit(parseSyntax(parser, text), language, parser);
}

/** The function of a name, or the first. */
export function functionOf(unit: TranslationUnit, name?: string): CFunction {
  const found = unit.functions.find((fn) => name === undefined || fn.name === name);
  if (found === undefined) throw new Error(`the text has no function ${name ?? ''}`);
  return found;
}

/** Analyses one function of a text and tells the listener what happens in it. */
export function analyse(
  text: string,
  listener: FlowListener,
  options: { readonly name?: string; readonly language?: 'c' | 'cpp' } = {},
): FunctionOutcome {
  const unit = lower(text, options.language);
  return analyseFunction(unit, functionOf(unit, options.name), 'test.c', listener);
}
