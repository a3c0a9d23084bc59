import type { RustApiType } from '../rust-api/rust-type.ts';

/** What is tried in the place of a type parameter, and how it is named. */
export interface Payload {
  readonly type: RustApiType;
  readonly text: string;
}

/** A number, and a string of bytes whose size is none that a machine has an instruction for. */
export const PAYLOADS: readonly [Payload, Payload] = [
  { type: { kind: 'integer', name: 'u32', bits: 32, signed: false }, text: 'u32' },
  {
    type: {
      kind: 'array',
      of: { kind: 'integer', name: 'u8', bits: 8, signed: false },
      length: 5,
    },
    text: '[u8; 5]',
  },
];
