import type { CType } from '../code/clang/c-type.ts';
import type { Definitions } from './definitions.ts';
import type { RustType } from './rust/rust-type.ts';
import type { Shape } from './shape.ts';

/** A stream of bytes: in C a `FILE *`, in Rust whatever reads or writes. */
export interface StreamPair {
  readonly kind: 'stream';
  /** Under which name both drivers keep it, to tell what became of it whoever owns it then. */
  readonly key: string;
  readonly does: 'reads' | 'writes';
  /**
   * What the Rust side is given: a stream of the driver, the memory that is appended to, or nothing:
   * it prints.
   */
  readonly rust: 'stream' | 'bytes' | 'text' | 'printed';
  /** How a field of a struct has it. */
  readonly form: 'borrowed' | 'boxed' | 'owned';
}

const BYTES: Shape = {
  kind: 'list',
  of: { kind: 'integer', bits: 8, signed: false },
};

/**
 * What is given of a stream: the bytes that can be read, and whether an error stands at their end in
 * the place of an end; or whether writing fails once so many bytes are written. Memory never fails.
 */
export function streamInput({ does, rust }: StreamPair): Shape {
  const fails = { name: 'fails', shape: { kind: 'boolean' } } as const;
  if (does === 'reads') {
    return { kind: 'record', name: 'stream', fields: [{ name: 'bytes', shape: BYTES }, fails] };
  }
  const room = { name: 'room', shape: { kind: 'integer', bits: 16, signed: false } } as const;
  return { kind: 'record', name: 'stream', fields: rust === 'stream' ? [fails, room] : [] };
}

/** What became of a stream: how many bytes were read, or the bytes that were written. */
export function streamOutput({ does }: StreamPair): Shape {
  return does === 'reads' ? { kind: 'integer', bits: 64, signed: false } : BYTES;
}

/** Whether a C type is `FILE`. */
export function isStream(type: CType, { records }: Pick<Definitions, 'records'>): boolean {
  const record = type.kind === 'record' ? records.get(type.id) : undefined;
  return record !== undefined && /^(?:struct )?_?(?:IO_)?FILE$/.test(record.name);
}

/** What a `FILE *` and a Rust type have in common; undefined for anything else. */
export function streamPair(
  c: CType,
  rust: RustType,
  known: Pick<Definitions, 'records'>,
  key = '',
): StreamPair | undefined {
  if (c.kind !== 'pointer' || !isStream(c.to, known)) return undefined;
  const form = rust.kind === 'reference' ? 'borrowed' : rust.kind === 'box' ? 'boxed' : 'owned';
  const inner = innermost(rust);
  if (inner.kind === 'stream') {
    return { kind: 'stream', key, does: inner.does, rust: 'stream', form };
  }
  if (form !== 'borrowed') return undefined;
  const isBytes = inner.kind === 'vec' && inner.of.kind === 'integer' && inner.of.name === 'u8';
  if (!isBytes && inner.kind !== 'string') return undefined;
  return { kind: 'stream', key, does: 'writes', rust: isBytes ? 'bytes' : 'text', form };
}

function innermost(type: RustType): RustType {
  if (type.kind === 'reference') return innermost(type.to);
  return type.kind === 'box' ? innermost(type.of) : type;
}
