import { expect, test } from '@jest/globals';
import { lowerUnit } from '../../../src/code/c/unit.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { DebugCode } from '../../../src/rules/c/debug-code.ts';

const parser = await loadGrammars().parser('c');

test.each([
  ['', 1],
  ['#ifdef DEBUG', 0.6],
  ['#if defined(DEBUG_AUTH)', 0.6],
  ['#if FULL && (ALLOC_DEBUG > 1)', 0.6],
  ['#ifndef DEBUG', 1],
  ['#ifndef NDEBUG', 1],
  ['#ifdef NDEBUG', 1],
  ['#ifdef DEBUG\n#else', 1],
  ['#ifdef FEATURE', 1],
])('code behind %j weighs %d', (guard, weight) => {
  const text = `${guard}\nint size = 3;\n${guard === '' ? '' : '#endif'}\n`;
  const code = new DebugCode(lowerUnit(parseSyntax(parser, text), 'c', parser));
  expect(code.weight(text.slice(0, text.indexOf('size')).split('\n').length)).toBe(weight);
});
