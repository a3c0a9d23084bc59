/** Words of C and C++ that name nothing. */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'offsetof NULL TRUE FALSE if else for while do switch case default return goto break continue sizeof typedef static extern ' +
    'const volatile register struct union enum class unsigned signed int char long short void float ' +
    'double auto inline restrict _Bool bool true false nullptr this new delete throw try catch public private ' +
    'protected virtual override final friend namespace using template typename operator explicit mutable ' +
    'constexpr consteval constinit noexcept static_cast dynamic_cast const_cast reinterpret_cast typeid ' +
    'co_return co_await co_yield static_assert _Static_assert _Alignof alignof __alignof__ __alignof _Alignas alignas decltype ' +
    'and or not xor bitand bitor compl and_eq or_eq not_eq xor_eq asm __asm__ __asm volatile __volatile__ __volatile ' +
    'typeof __typeof__ __typeof __extension__ __restrict __restrict__ __inline __inline__ _Noreturn ' +
    '__attribute__ __attribute __declspec __const _Generic _Thread_local thread_local export requires concept'
  ).split(' '),
);

/** Whether a word is one that no program can use as a name. */
export function isKeyword(word: string): boolean {
  return KEYWORDS.has(word);
}

/** Words that a statement begins with, and no declaration. */
export const STATEMENT_WORD = /^(?:return|if|else|for|while|switch|do|goto|break|continue|case)$/;

/** Words that neither a call nor a macro in the place of a statement begins with. */
export const NO_NAME =
  /^(?:if|else|for|while|do|switch|case|default|return|goto|break|continue|try|catch|throw|sizeof|new|delete|typedef|static|extern|const|volatile|register|struct|union|enum|class|unsigned|signed|int|char|long|short|void|float|double|auto|using|template|operator|co_return|co_await|co_yield|typeof|__typeof__|inline|namespace|public|private|protected|constexpr|_Static_assert|static_assert|asm|__asm__|__asm)$/;
