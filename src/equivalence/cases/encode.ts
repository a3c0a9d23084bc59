import { recordOfChoice, recordOfTag } from './choice.ts';
import type { CaseValue, IntegerShape, Shape } from './shape.ts';

/*
 * The form in which values travel between this program and both drivers: little-endian, without
 * padding. A list is its number of elements in four bytes, then these; a nullable value is a byte
 * that is 0 or 1, and after a 1 the value.
 */

/** Collects bytes. */
export class ByteWriter {
  private bytes = Buffer.alloc(1024);
  /** So many bytes were written. */
  length = 0;

  /** A place for so many more bytes, to be filled. */
  room(count: number): { readonly bytes: Buffer; readonly at: number } {
    const at = this.length;
    this.length += count;
    if (this.length > this.bytes.length) {
      const larger = Buffer.alloc(this.length * 2);
      this.bytes.copy(larger);
      this.bytes = larger;
    }
    return { bytes: this.bytes, at };
  }

  u8(value: number): void {
    const { bytes, at } = this.room(1);
    bytes.writeUInt8(value, at);
  }

  u32(value: number): void {
    const { bytes, at } = this.room(4);
    bytes.writeUInt32LE(value, at);
  }

  /** Writes four bytes anew that were written at a place before. */
  patch(at: number, value: number): void {
    this.bytes.writeUInt32LE(value, at);
  }

  put(part: Uint8Array): void {
    const { bytes, at } = this.room(part.length);
    bytes.set(part, at);
  }

  /** What was written. */
  take(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}

/** Reads bytes from the start on. @throws RangeError behind their end */
export class ByteReader {
  readonly bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  u8(): number {
    return this.take(1).readUInt8(0);
  }

  u32(): number {
    return this.take(4).readUInt32LE(0);
  }

  take(count: number): Buffer {
    if (this.at + count > this.bytes.length) throw new RangeError('the bytes end too early');
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }
}

/** Appends a value of a shape. @throws TypeError when the value is of another shape */
export function encodeValue(writer: ByteWriter, shape: Shape, value: CaseValue): void {
  switch (shape.kind) {
    case 'integer':
      if (typeof value !== 'bigint') throw mismatch(shape, value);
      return encodeInteger(writer, shape.bits, value);
    case 'float': {
      if (typeof value !== 'number') throw mismatch(shape, value);
      const { bytes, at } = writer.room(shape.bits / 8);
      if (shape.bits === 32) bytes.writeFloatLE(value, at);
      else bytes.writeDoubleLE(value, at);
      return;
    }
    case 'boolean':
      if (typeof value !== 'boolean') throw mismatch(shape, value);
      return writer.u8(value ? 1 : 0);
    case 'array':
      return encodeElements(writer, shape, shape.of, value);
    case 'list': {
      if (!(value instanceof Uint8Array) && !isArray(value)) throw mismatch(shape, value);
      writer.u32(value.length);
      return encodeElements(writer, shape, shape.of, value);
    }
    case 'record':
      if (!isArray(value)) throw mismatch(shape, value);
      for (const [index, field] of shape.fields.entries()) {
        const part = value[index];
        if (part === undefined) throw mismatch(shape, value);
        encodeValue(writer, field.shape, part);
      }
      return;
    case 'choice':
      return encodeValue(writer, recordOfChoice(shape, value), value);
    case 'nullable':
      writer.u8(value === null ? 0 : 1);
      if (value !== null) encodeValue(writer, shape.of, value);
  }
}

/** Reads a value of a shape. @throws RangeError when the bytes end before it does */
export function decodeValue(reader: ByteReader, shape: Shape): CaseValue {
  switch (shape.kind) {
    case 'integer':
      return decodeInteger(reader, shape.bits, shape.signed);
    case 'float': {
      const bytes = reader.take(shape.bits / 8);
      return shape.bits === 32 ? bytes.readFloatLE(0) : bytes.readDoubleLE(0);
    }
    case 'boolean':
      return reader.u8() !== 0;
    case 'array':
      return decodeElements(reader, shape.of, shape.length);
    case 'list':
      return decodeElements(reader, shape.of, reader.u32());
    case 'record':
      return shape.fields.map((field) => decodeValue(reader, field.shape));
    case 'choice': {
      const tag = decodeInteger(reader, shape.bits, shape.signed);
      const [, ...fields] = recordOfTag(shape, tag).fields;
      return [tag, ...fields.map((field) => decodeValue(reader, field.shape))];
    }
    case 'nullable':
      return reader.u8() === 0 ? null : decodeValue(reader, shape.of);
  }
}

/** Whether a list or array of this is written as bytes: 8-bit integers without a sign or with one. */
function isByte(shape: Shape): boolean {
  return shape.kind === 'integer' && shape.bits === 8;
}

function encodeElements(writer: ByteWriter, shape: Shape, of: Shape, value: CaseValue): void {
  if (value instanceof Uint8Array) {
    if (!isByte(of)) throw mismatch(shape, value);
    return writer.put(value);
  }
  if (!isArray(value)) throw mismatch(shape, value);
  for (const element of value) encodeValue(writer, of, element);
}

function decodeElements(reader: ByteReader, of: Shape, count: number): CaseValue {
  if (isByte(of)) return new Uint8Array(reader.take(count));
  // A length that cannot be true must not take all memory.
  if (count > reader.bytes.length) throw new RangeError('the bytes end too early');
  return Array.from({ length: count }, () => decodeValue(reader, of));
}

function encodeInteger(writer: ByteWriter, bits: IntegerShape['bits'], value: bigint): void {
  if (bits === 128) {
    encodeInteger(writer, 64, value);
    encodeInteger(writer, 64, value >> 64n);
    return;
  }
  const { bytes, at } = writer.room(bits / 8);
  if (bits === 64) {
    bytes.writeBigUInt64LE(BigInt.asUintN(64, value), at);
    return;
  }
  bytes.writeUIntLE(Number(BigInt.asUintN(bits, value)), at, bits / 8);
}

function decodeInteger(reader: ByteReader, bits: IntegerShape['bits'], signed: boolean): bigint {
  if (bits === 128) {
    const low = decodeInteger(reader, 64, false);
    return (decodeInteger(reader, 64, signed) << 64n) | low;
  }
  const bytes = reader.take(bits / 8);
  if (bits === 64) return signed ? bytes.readBigInt64LE(0) : bytes.readBigUInt64LE(0);
  return BigInt(signed ? bytes.readIntLE(0, bits / 8) : bytes.readUIntLE(0, bits / 8));
}

function isArray(value: CaseValue): value is readonly CaseValue[] {
  return Array.isArray(value);
}

function mismatch(shape: Shape, value: CaseValue): TypeError {
  return new TypeError(`a value of type ${typeof value} is none of a ${shape.kind}`);
}
