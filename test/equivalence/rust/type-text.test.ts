import { expect, test } from '@jest/globals';
import { typeText } from '../../../src/equivalence/rust/type-text.ts';
import { type RustApiType, rustTypeText } from '../../../src/equivalence/rust-api/rust-type.ts';

const byte: RustApiType = { kind: 'integer', name: 'u8', bits: 8, signed: false };
const item: RustApiType = { kind: 'item', path: 'io::Reader' };
const called = { kind: 'callback', params: [byte, item], returns: { kind: 'unit' } } as const;

/** As a signature has it, and as the driver writes it. */
const TYPES: readonly (readonly [RustApiType, string, string])[] = [
  [byte, 'u8', 'u8'],
  [{ kind: 'float', bits: 32 }, 'f32', 'f32'],
  [{ kind: 'boolean' }, 'bool', 'bool'],
  [{ kind: 'char' }, 'char', 'char'],
  [{ kind: 'str' }, 'str', 'str'],
  [{ kind: 'unit' }, '()', '()'],
  [{ kind: 'string' }, 'String', 'String'],
  [{ kind: 'never' }, '!', '!'],
  [{ kind: 'ordering' }, 'std::cmp::Ordering', 'std::cmp::Ordering'],
  [{ kind: 'ioError' }, 'std::io::Error', 'std::io::Error'],
  [item, 'io::Reader', 'subject::io::Reader'],
  [{ kind: 'item', path: 'Map', parameters: 2 }, 'Map', 'subject::Map<_, _>'],
  [{ kind: 'vec', of: item }, 'Vec<io::Reader>', 'Vec<subject::io::Reader>'],
  [{ kind: 'option', of: byte }, 'Option<u8>', 'Option<u8>'],
  [{ kind: 'box', of: item }, 'Box<io::Reader>', 'Box<subject::io::Reader>'],
  [{ kind: 'slice', of: byte }, '[u8]', '[u8]'],
  [{ kind: 'array', of: byte, length: 4 }, '[u8; 4]', '[u8; 4]'],
  [{ kind: 'reference', to: byte, mutable: false }, '&u8', '&u8'],
  [{ kind: 'reference', to: item, mutable: true }, '&mut io::Reader', '&mut subject::io::Reader'],
  [
    { kind: 'result', ok: byte, error: item },
    'Result<u8, io::Reader>',
    'Result<u8, subject::io::Reader>',
  ],
  [{ kind: 'tuple', items: [byte, byte] }, '(u8, u8)', '(u8, u8,)'],
  [{ kind: 'stream', does: 'reads' }, 'dyn Read', 'dyn std::io::Read'],
  [{ kind: 'stream', does: 'writes' }, 'dyn Write', 'dyn std::io::Write'],
  [{ kind: 'file', name: 'OwnedFd' }, 'OwnedFd', 'OwnedFd'],
  [{ kind: 'path', name: 'PathBuf' }, 'PathBuf', 'PathBuf'],
  [{ kind: 'unsupported', text: 'impl X' }, 'impl X', 'impl X'],
  [
    { ...called, as: 'FnMut', text: 'FnMut(u8, Reader)' },
    'FnMut(u8, Reader)',
    'dyn FnMut(u8, subject::io::Reader) -> ()',
  ],
  [
    { ...called, as: 'pointer', text: 'fn(u8, Reader)' },
    'fn(u8, Reader)',
    'fn(u8, subject::io::Reader) -> ()',
  ],
  [
    { ...called, as: { trait: 'crate::io::Sink', method: 'put', self: '&self' }, text: 'Sink' },
    'Sink',
    'dyn subject::io::Sink',
  ],
];

test.each(TYPES)('%j', (type, inSignature, inDriver) => {
  expect([rustTypeText(type), typeText(type)]).toEqual([inSignature, inDriver]);
});
