/**
 * What kinds of arguments functions of the C library take, in order: `p` a
 * pointer, `i` an integer. Only functions of a fixed number of arguments.
 */
const KINDS =
  'memcpy:ppi memmove:ppi memset:pii memcmp:ppi memchr:pii bzero:pi ' +
  'strcpy:pp strncpy:ppi strcat:pp strncat:ppi strcmp:pp strncmp:ppi strcasecmp:pp strncasecmp:ppi ' +
  'strlen:p strnlen:pi strdup:p strndup:pi strchr:pi strrchr:pi strstr:pp strtok:pp ' +
  'malloc:i calloc:ii realloc:pi free:p atoi:p atol:p atof:p strtol:ppi strtoul:ppi ' +
  'fopen:pp fclose:p fgets:pip fread:piip fwrite:piip fputs:pp fputc:ip puts:p fseek:pii ftell:p fgetc:p ' +
  'read:ipi write:ipi close:i send:ipii recv:ipii getenv:p system:p remove:p rename:pp unlink:p';

const BY_NAME = new Map(
  KINDS.split(' ').map((entry): [string, string] => {
    const [name = '', kinds = ''] = entry.split(':');
    return [name, kinds];
  }),
);

/** One letter for each argument of a library function, or undefined. */
export function libraryParameters(name: string): string | undefined {
  return BY_NAME.get(name);
}

/** What fopen accepts as a mode. */
export const OPEN_MODE = /^[rwa][bt+]*[xemc+bt]*(?:,ccs=.*)?$/;
