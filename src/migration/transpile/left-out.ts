import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { parseSyntax } from '../../code/syntax/syntax.ts';

/** Comments that stand for code that was left out. */
const ELISION =
  /^[/*!\s]*(?:\.\.\.|…|(?:the )?rest of (?:the|this) (?:\w+ )?(?:code|file|functions?|implementation|module|tests?)\b|(?:existing|remaining|other|previous|same)\b.*\b(?:code|functions?|tests?|implementation|unchanged)\b.*(?:\.\.\.|…|here|unchanged|above|before)|(?:omitted|unchanged|truncated)\b|(?:your|insert|add)\b.*\bhere\b)/i;

/** The comment by which a model left a part of its Rust out; undefined where it wrote all of it. */
export function leftOut(parser: SourceParser, text: string): string | undefined {
  const tree = parseSyntax(parser, text);
  const comments = tree.comments.map((comment) => tree.textOf(comment).trim());
  return comments.find((comment) => ELISION.test(comment))?.slice(0, 80);
}
