import type { Expr } from './ast.ts';
import { type CType, pointee } from './types.ts';
import { withoutCasts } from './without-casts.ts';

/** Where what is read comes from: a known stream, or an object whose class says what its operator does. */
export function streamSource(stream: Expr): 'stdin' | 'file' | 'object' | undefined {
  const inner = withoutCasts(stream);
  if (inner.kind === 'binary' && inner.op === '>>') return streamSource(inner.left);
  if (inner.kind === 'name' && /^(?:std::)?w?cin$/.test(inner.name)) return 'stdin';
  const name = nameOf(inner.type);
  if (name === undefined) return undefined;
  if (/(?:^|[^a-z])(?:basic_)?w?i?f?stream\b/.test(name)) return 'file';
  return inner.type.kind === 'record' || /stream/i.test(name) ? 'object' : undefined;
}

function nameOf(type: CType): string | undefined {
  if (type.kind === 'record' || type.kind === 'unknown') return type.name;
  const to = pointee(type);
  return type.kind === 'pointer' && type.reference === true && to !== undefined
    ? nameOf(to)
    : undefined;
}
