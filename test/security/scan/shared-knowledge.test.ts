import { expect, test } from '@jest/globals';
import { NO_PROJECT } from '../../../src/code/flow/project/project-knowledge.ts';
import { KnowledgeUnpacker, shareKnowledge } from '../../../src/security/scan/shared-knowledge.ts';

test('what is known in the last two rounds is unpacked once', () => {
  const [first, second, third] = [1, 2, 3].map((round) => shareKnowledge(NO_PROJECT, round));
  const unpacker = new KnowledgeUnpacker();
  const one = unpacker.unpack(first);
  expect(one).toEqual(NO_PROJECT);
  const two = unpacker.unpack(second);
  expect([unpacker.unpack(first), unpacker.unpack(second)]).toEqual([one, two]);
  expect(unpacker.unpack(first)).toBe(one);
  unpacker.unpack(third);
  expect(unpacker.unpack(first)).toBe(one);
  expect(unpacker.unpack(second)).not.toBe(two);
  expect(unpacker.unpack(undefined)).toBe(NO_PROJECT);
});
