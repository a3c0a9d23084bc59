import { createHash } from 'node:crypto';
import { cRuntime } from '../c/runtime.ts';

/** The name of the compiled runtime of a program: it is the same for all projects. */
export function runtimeObject(program: string): string {
  return `${nameOf(runtimeTextOf(cRuntime()))}-${program}.o`;
}

/** All of the runtime as one text. */
export function runtimeTextOf(files: ReadonlyMap<string, string>): string {
  return [...files].flat().join('\0');
}

/** A name for what is made of these parts. */
export function nameOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 24);
}
