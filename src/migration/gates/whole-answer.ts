import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { parseSyntax } from '../../code/syntax/syntax.ts';
import { type GateLocation, type GateResult, resultOfFaults } from './gate-result.ts';

/** Rust as a model gave it. */
export interface RustAnswer {
  readonly text: string;
  /** Why the model stopped, as the provider says; `length` is a cut at the limit. */
  readonly finishReason?: string;
}

/** Comments that stand for code that was left out. */
const ELISION =
  /^[/*!\s]*(?:\.\.\.|…|(?:the )?rest of (?:the|this) (?:\w+ )?(?:code|file|functions?|implementation|module|tests?)\b|(?:existing|remaining|other|previous|same)\b.*\b(?:code|functions?|tests?|implementation|unchanged)\b.*(?:\.\.\.|…|here|unchanged|above|before)|(?:omitted|unchanged|truncated)\b|(?:your|insert|add)\b.*\bhere\b)/i;

/** Fails Rust that is not whole: cut at the limit, brackets open, within an item, or with parts left out. */
export function wholeAnswer(parser: SourceParser, { text, finishReason }: RustAnswer): GateResult {
  const faults: GateLocation[] = [];
  const last = text.split('\n').length;
  const say = (line: number, what: string) => faults.push({ file: '', line, what });
  if (finishReason === 'length' || finishReason === 'max_tokens') {
    say(last, 'the answer was cut at the limit of tokens');
  }
  const parsed = parser.parse(text);
  if (parsed?.rootNode.hasError === true) {
    const at = firstSyntaxError(parsed.rootNode);
    say(
      at.row + 1,
      at.isMissing ? `the text ends before \`${at.type}\`` : 'this is not whole Rust',
    );
  }
  parsed?.delete();
  if (text.trim() === '') say(1, 'the answer is empty');
  const tree = parseSyntax(parser, text);
  for (const comment of tree.comments) {
    if (ELISION.test(tree.textOf(comment))) {
      say(
        tree.location(comment).line,
        `a part is left out: ${tree.textOf(comment).trim().slice(0, 80)}`,
      );
    }
  }
  return resultOfFaults('whole answer', faults, 'the answer is whole');
}

type ParserNode = NonNullable<ReturnType<SourceParser['parse']>>['rootNode'];

function firstSyntaxError(node: ParserNode): { row: number; type: string; isMissing: boolean } {
  for (const child of node.children) {
    if (child?.hasError === true || child?.isMissing === true) return firstSyntaxError(child);
  }
  return { row: node.startPosition.row, type: node.type, isMissing: node.isMissing };
}
