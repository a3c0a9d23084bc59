const STDIO = `
BUFSIZ EOF FILE FILENAME_MAX FOPEN_MAX L_ctermid L_cuserid L_tmpnam P_tmpdir RENAME_EXCHANGE RENAME_NOREPLACE
RENAME_WHITEOUT SEEK_CUR SEEK_DATA SEEK_END SEEK_HOLE SEEK_SET TMP_MAX asprintf clearerr clearerr_unlocked
cookie_close_function_t cookie_io_functions_t cookie_read_function_t cookie_seek_function_t cookie_write_function_t
ctermid ctermid_r cuserid dprintf fclose fcloseall fdopen feof feof_unlocked ferror ferror_unlocked fflush
fflush_unlocked fgetc fgetc_unlocked fgetln fgetpos fgetpos64 fgets fgets_unlocked fileno fileno_unlocked flockfile
fmemopen fopen fopen64 fopencookie fpos64_t fpos_t fprintf fpurge fputc fputc_unlocked fputs fputs_unlocked fread
fread_unlocked freopen freopen64 fropen fscanf fseek fseeko fseeko64 fsetpos fsetpos64 ftell ftello ftello64
ftrylockfile funlockfile funopen fwopen fwrite fwrite_unlocked getc getc_unlocked getchar getchar_unlocked getdelim
getline gets getw obstack_printf obstack_vprintf open_memstream pclose perror popen printf putc putc_unlocked putchar
putchar_unlocked puts putw remove rename renameat renameat2 rewind scanf setbuf setbuffer setlinebuf setvbuf snprintf
sprintf sscanf stderr stdin stdout sys_errlist sys_nerr tempnam tmpfile tmpfile64 tmpnam tmpnam_r ungetc vasprintf
vdprintf vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf zopen`;

const STRING = `
basename bcmp bcopy bzero explicit_bzero ffs ffsl ffsll fls flsl flsll index locale_t memccpy memchr memcmp memcpy
memfrob memmem memmove mempcpy memrchr memset memset_explicit memset_s rawmemchr rindex sigabbrev_np sigdescr_np stpcpy
stpncpy strcasecmp strcasecmp_l strcasestr strcat strchr strchrnul strcmp strcoll strcoll_l strcpy strcspn strdup
strdupa strerror strerror_l strerror_r strerrordesc_np strerrorname_np strfry strlcat strlcpy strlen strmode
strncasecmp strncasecmp_l strncat strncmp strncpy strndup strndupa strnlen strnstr strpbrk strrchr strsep strsignal
strspn strstr strtok strtok_r strverscmp strxfrm strxfrm_l swab timingsafe_bcmp timingsafe_memcmp`;

const namesIn = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** A header of the C library that a fix may add. */
export type AddedHeader = 'stdio' | 'string';

/** The functions, types and macros that a header declares in one of the usual C libraries, but for those of `<stddef.h>`. */
export const HEADER_CONTENTS: ReadonlyMap<string, ReadonlySet<string>> = new Map<
  AddedHeader,
  ReadonlySet<string>
>([
  ['stdio', namesIn(STDIO)],
  ['string', namesIn(STRING)],
]);
