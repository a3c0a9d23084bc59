import { InvalidArgumentError } from 'commander';

/** The name of a folder, which an option gives: an empty one is that of a variable that is not set, and means none. */
export function folderName(value: string): string {
  if (value === '') throw new InvalidArgumentError('An empty name is no folder.');
  return value;
}
