/** A program with a defect that the scan finds, and nothing else. */
export const UNSAFE = `#include <stdio.h>
#include <string.h>

void greet(const char *name)
{
    char text[16];
    strcpy(text, name);
    puts(text);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        greet(argv[1]);
    return 0;
}
`;
