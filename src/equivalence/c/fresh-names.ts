/** Numbers the variables of generated code. */
export class FreshNames {
  private count = 0;

  next(prefix: string): string {
    this.count += 1;
    return `${prefix}${this.count}`;
  }
}
