import { CONTAINERS } from '../../syntax/syntax.ts';

/** Whether a type of node holds declarations of the file, such as a namespace or an `#if`. */
export function isContainer(type: string): boolean {
  return CONTAINERS.has(type);
}
