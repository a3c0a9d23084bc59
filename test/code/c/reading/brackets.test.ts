import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { behindBrackets, closingBrace } from '../../../../src/code/c/reading/brackets.ts';
import { lex } from '../../../../src/code/syntax/lexer.ts';

const LINE = fc
  .array(fc.constantFrom('(', ')', '[', ']', '{', '}', 'a', ';', '"b"'), { maxLength: 40 })
  .map((parts) => lex(parts.join(' ')));

test('the end of brackets is the nearest at which as many are closed as opened', () => {
  fc.assert(
    fc.property(LINE, (tokens) => {
      for (const open of tokens.keys()) {
        const end = behindBrackets(tokens, open);
        const depthAt = (at: number) =>
          tokens
            .slice(open, at)
            .reduce(
              (depth, { text }) =>
                depth + Number('([{'.includes(text)) - Number(')]}'.includes(text)),
              0,
            );
        for (let at = open + 1; at < end; at += 1) expect(depthAt(at)).not.toBe(0);
        if (end < tokens.length) expect(depthAt(end)).toBe(0);
      }
    }),
  );
});

test('nothing stands behind the last token', () => {
  const tokens = lex('f(a, (b)');
  expect(behindBrackets(tokens, 1)).toBe(tokens.length);
  expect(behindBrackets(tokens, tokens.length)).toBe(tokens.length);
});

test('the brace that closes another is the first behind which as many are closed as opened', () => {
  fc.assert(
    fc.property(LINE, (tokens) => {
      for (const [open, { text }] of tokens.entries()) {
        if (text !== '{') continue;
        let depth = 0;
        const isClosed = ({ text: sign }: { text: string }) => {
          depth += Number(sign === '{') - Number(sign === '}');
          return depth === 0;
        };
        const found = tokens.slice(open).findIndex(isClosed);
        expect(closingBrace(tokens, open)).toBe(found < 0 ? tokens.length : open + found);
      }
    }),
  );
});
