/** Why the C program cannot call a Rust function in place of its own: part of a sentence. */
export class NotLinkable extends Error {
  override readonly name = 'NotLinkable';
}
