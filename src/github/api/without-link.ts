/** A message of GitHub without the address of its documentation, which stands behind it. */
export function withoutLink(message: string): string {
  return message.replace(/ - https?:\/\/\S+$/, '');
}
