/** The name of a lambda, or of a block that is a value, which have none: where it starts. */
export function nestedName(kind: 'lambda' | 'block', start: number): string {
  return `${kind} at ${start}`;
}

/** Whether a name in an expression stands for a lambda. */
export function isLambdaName(name: string): boolean {
  return name.startsWith('lambda at ');
}
