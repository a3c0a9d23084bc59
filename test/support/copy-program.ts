/** A program that copies its first argument to a buffer of eight bytes: `copy` on line 4, called on line 10. */
export const COPY_PROGRAM = `#include <string.h>
void copy(char *to, const char *from)
{
    strcpy(to, from);
}

int main(int argc, char **argv)
{
    char buffer[8];
    copy(buffer, argv[1]);
    return 0;
}
`;
