import { expect, test } from '@jest/globals';
import { hitsIn } from '../c-rule-examples.ts';

const program = (body: string) => `#include <cstdint>
#include <vector>
struct Reader {
  const uint8_t *at;
  size_t left;
  bool number(uint32_t &out) {
    if (left < 4) return false;
    out = uint32_t(at[0]) << 24 | uint32_t(at[1]) << 16 | uint32_t(at[2]) << 8 | at[3];
    at += 4;
    left -= 4;
    return true;
  }
};
bool read(Reader &reader, std::vector<uint32_t> &all) {
  uint32_t count;
  if (!reader.number(count)) return false;
  ${body}
  for (uint32_t i = 0; i < count; i++)
    if (!reader.number(all[i])) return false;
  return true;
}`;

const found = (body: string) =>
  hitsIn(program(body), 'cpp')
    .filter(({ rule }) => rule === 'uncontrolled_allocation')
    .map(({ location }) => location.line);

test.each([
  ['all.resize(count);', [17]],
  ['if (count == 0) return true; all.reserve(count);', [17]],
  ['uint32_t *copy = new uint32_t[count];', [17]],
  ['if (count > reader.left / 4) return false; all.resize(count);', []],
  ['count = std::min<uint32_t>(count, 64); all.resize(count);', []],
  ['all.resize(64);', []],
])('a number of elements from a message is limited first: %s', (body, lines) => {
  expect(found(body)).toEqual(lines);
});
