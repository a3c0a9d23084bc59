/*
 * For the environment of the tests, which `npm test` preloads into jest's processes: Node.js starts a program
 * by fork(), for which the kernel copies the page tables of the worker and then each page that it writes to,
 * some 5 ms of a processor for a worker of 200 MB. Here the child goes on in the memory of its parent instead,
 * which waits until the child has become the program.
 */
#define _GNU_SOURCE
#include <unistd.h>

extern char **environ;

/* The environment of the parent, while a child has another. */
char **environ_of_parent __attribute__((visibility("hidden")));

/*
 * It must leave nothing of its own on the stack, since both return from it: so it notes the environment,
 * and is vfork() for the rest.
 */
__asm__(".text\n"
        ".globl fork\n"
        ".type fork, @function\n"
        "fork:\n"
        "  movq environ@GOTPCREL(%rip), %rax\n"
        "  movq (%rax), %rax\n"
        "  movq %rax, environ_of_parent(%rip)\n"
        "  jmp vfork@PLT\n"
        ".size fork, .-fork\n");

/* Node.js names the environment of a child by `environ`, which is that of its parent as well. */
int execvp(const char *file, char *const arguments[]) {
  char **given = environ;
  environ = environ_of_parent;
  return execvpe(file, arguments, given);
}
