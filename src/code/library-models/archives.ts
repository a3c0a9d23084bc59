import type { CallModel } from './call-model.ts';

/** A name that stands in an archive, as its maker has chosen it. */
const name: CallModel = { result: { kind: 'pointer', nullable: true, taint: 'file' } };
/** The same, written to memory of the caller. */
const written = (arg: number, size: number): CallModel => ({
  result: { kind: 'integer' },
  writes: [{ arg, size: { arg: size }, terminated: 'maybe', taint: 'file' }],
});

/** Readers of archives (libarchive, libzip, minizip, miniz, libtar), by what they give of an entry's name. */
export const ARCHIVES: Readonly<Record<string, CallModel>> = {
  archive_entry_pathname: name,
  archive_entry_pathname_utf8: name,
  archive_entry_symlink: name,
  archive_entry_hardlink: name,
  zip_get_name: name,
  zip_entry_name: name,
  th_get_pathname: name,
  unzGetCurrentFileInfo: written(2, 3),
  unzGetCurrentFileInfo64: written(2, 3),
  mz_zip_reader_get_filename: written(2, 3),
};
