import type { LoweredFunction } from './ast.ts';

/** The name by which calls mean a function: `Class::name` for methods, whatever stands around the class. */
export function calledAs(fn: LoweredFunction): string {
  return fn.isMethod ? fn.qualifiedName.split('::').slice(-2).join('::') : fn.name;
}
