/** A number in the form of a UUID, for the ids that GitHub gives in that form. */
export function uuid(id: number): string {
  return `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
}
