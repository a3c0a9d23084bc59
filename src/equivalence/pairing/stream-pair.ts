import type { ClangCType } from '../../code/clang/types.ts';
import type { Shape } from '../cases/shape.ts';
import type { RustApiType } from '../rust-api/rust-type.ts';
import type { PairingDefinitions } from './definitions.ts';

/** What bytes are read from or written to: in C a `FILE *` or a descriptor, in Rust whatever does that. */
export interface StreamPair {
  readonly kind: 'stream';
  /** Under which name both drivers keep it, to tell its state after the call, whichever side owns it then. */
  readonly key: string;
  readonly does: 'reads' | 'writes' | 'both';
  /** A `FILE *`; or the descriptor of a file or a folder. */
  readonly c: 'stream' | 'file' | 'folder';
  /**
   * What the Rust side is given: a stream of the driver, the memory that is appended to, or nothing:
   * it prints.
   */
  readonly rust: 'stream' | 'bytes' | 'text' | 'printed' | 'file' | 'path';
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
export function streamInput({ c, does, rust }: StreamPair): Shape {
  const fails = { name: 'fails', shape: { kind: 'boolean' } } as const;
  if (c === 'folder') {
    const place = { name: 'place', shape: { kind: 'integer', bits: 8, signed: false } } as const;
    return { kind: 'record', name: 'folder', fields: [place] };
  }
  if (does === 'both') {
    const at = { name: 'at', shape: { kind: 'integer', bits: 16, signed: false } } as const;
    return { kind: 'record', name: 'file', fields: [{ name: 'bytes', shape: BYTES }, at, fails] };
  }
  if (does === 'reads') {
    return { kind: 'record', name: 'stream', fields: [{ name: 'bytes', shape: BYTES }, fails] };
  }
  const room = { name: 'room', shape: { kind: 'integer', bits: 16, signed: false } } as const;
  // A file on a disk that is full cannot be had; one that is not open for writing can.
  const told = c === 'file' ? [fails] : [fails, room];
  return { kind: 'record', name: 'stream', fields: rust === 'stream' ? told : [] };
}

/** What became of a stream: how many bytes were read, or the bytes that were written; of a file also its mode. */
export function streamOutput({ does }: StreamPair): Shape {
  if (does === 'writes') return BYTES;
  const at: Shape = { kind: 'integer', bits: 64, signed: false };
  if (does === 'reads') return at;
  const fields = [
    { name: 'bytes', shape: BYTES },
    { name: 'at', shape: at },
    { name: 'mode', shape: { kind: 'integer', bits: 16, signed: false } as const },
  ];
  return { kind: 'record', name: 'file', fields };
}

/** Whether a C type is `FILE`. */
export function isStream(
  type: ClangCType,
  { records }: Pick<PairingDefinitions, 'records'>,
): boolean {
  const record = type.kind === 'record' ? records.get(type.id) : undefined;
  return record !== undefined && /^(?:struct )?_?(?:IO_)?FILE$/.test(record.name);
}

/** What a descriptor and a Rust type have in common; undefined for anything else. */
export function descriptorPair(
  c: ClangCType,
  rust: RustApiType,
  isFolder: boolean,
  key: string,
): StreamPair | undefined {
  if (c.kind !== 'integer' || c.bits !== 32 || !c.signed) return undefined;
  const form = formOf(rust);
  const inner = innermost(rust);
  const rest = { kind: 'stream', key, form } as const;
  if (inner.kind === 'file') {
    return { ...rest, does: 'both', c: isFolder ? 'folder' : 'file', rust: 'file' };
  }
  if (inner.kind === 'path' && isFolder)
    return { ...rest, does: 'both', c: 'folder', rust: 'path' };
  if (inner.kind !== 'stream' || isFolder) return undefined;
  return { ...rest, does: inner.does, c: 'file', rust: 'stream' };
}

/** What a `FILE *` and a Rust type have in common; undefined for anything else. */
export function streamPair(
  c: ClangCType,
  rust: RustApiType,
  known: Pick<PairingDefinitions, 'records'>,
  key = '',
): StreamPair | undefined {
  if (c.kind !== 'pointer' || !isStream(c.to, known)) return undefined;
  const form = formOf(rust);
  const inner = innermost(rust);
  if (inner.kind === 'stream') {
    return { kind: 'stream', key, does: inner.does, c: 'stream', rust: 'stream', form };
  }
  if (form !== 'borrowed') return undefined;
  const isBytes = inner.kind === 'vec' && inner.of.kind === 'integer' && inner.of.name === 'u8';
  if (!isBytes && inner.kind !== 'string') return undefined;
  return {
    kind: 'stream',
    key,
    does: 'writes',
    c: 'stream',
    rust: isBytes ? 'bytes' : 'text',
    form,
  };
}

/** How a type has a stream. */
export function formOf(rust: RustApiType): StreamPair['form'] {
  return rust.kind === 'reference' ? 'borrowed' : rust.kind === 'box' ? 'boxed' : 'owned';
}

function innermost(type: RustApiType): RustApiType {
  if (type.kind === 'reference') return innermost(type.to);
  return type.kind === 'box' ? innermost(type.of) : type;
}
