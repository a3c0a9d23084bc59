/**
 * Words that the language or its library has, and those that every project spells alike: where they are
 * "defined" decides nothing.
 */
const BUILTIN = new Set(
  [
    'auto break case char const continue default do double else enum extern float for goto if inline int',
    'long register restrict return short signed sizeof static struct switch typedef union unsigned void',
    'volatile while bool true false asm typeof class namespace template typename public private protected',
    'virtual operator new delete this using try catch throw nullptr constexpr noexcept override mutable',
    'let mut fn pub impl use mod match self Self super where as in ref move loop',
    'size_t ssize_t ptrdiff_t intptr_t uintptr_t off_t time_t wchar_t va_list FILE',
    'int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intmax_t uintmax_t',
    'NULL TRUE FALSE EOF errno stdin stdout stderr assert likely unlikely defined',
    'malloc calloc realloc free memcpy memmove memset memcmp strlen strcpy strncpy strcmp strncmp',
    'printf fprintf sprintf snprintf read write open close stat lstat fstat',
  ]
    .join(' ')
    .split(' '),
);

/** Whether a name is never looked up among the definitions of a project. */
export function isBuiltinName(name: string): boolean {
  return BUILTIN.has(name);
}
