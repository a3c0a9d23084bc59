import { type MaintainerNotes, maintainerNotes } from '../../security/notes/maintainer-notes.ts';
import { CONFIGURATION_FILE, type Configuration } from './configuration.ts';

/**
 * What maintainers note for every question of a review: in the configuration, then in the files that it names.
 * @param read the text of a file where the configuration was read, and never of the head of a change;
 *   undefined where there is none
 */
export async function findNotes(
  { review }: Configuration,
  read: (file: string) => string | undefined | Promise<string | undefined>,
): Promise<MaintainerNotes | undefined> {
  const texts = [{ file: CONFIGURATION_FILE, text: review.notes }];
  for (const file of review.notes_files) texts.push({ file, text: (await read(file)) ?? '' });
  return maintainerNotes(texts);
}
