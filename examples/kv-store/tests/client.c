#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define ATTEMPTS 400

/* The server may still be starting, so a few refusals are fine. */
static int connect_to(const char *path)
{
    const struct timespec pause = {.tv_nsec = 25000000};
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        return -1;
    }
    memcpy(address.sun_path, path, strlen(path) + 1);
    for (int i = 0; i < ATTEMPTS; i++) {
        int fd = socket(AF_UNIX, SOCK_STREAM, 0);
        if (fd < 0) {
            return -1;
        }
        if (connect(fd, (const struct sockaddr *)&address, sizeof address) == 0) {
            return fd;
        }
        close(fd);
        nanosleep(&pause, NULL);
    }
    return -1;
}

/* Passes on what one read returns: 1 for more to come, 0 at the end, -1. */
static int pass_on(int in, int out)
{
    char chunk[4096];
    ssize_t n = read(in, chunk, sizeof chunk);
    if (n > 0) {
        return write(out, chunk, (size_t)n) == n ? 1 : -1;
    }
    return n < 0 ? -1 : 0;
}

/* usage: client SOCKET. Sends the standard input, prints the replies, and ends
 * when the server does. */
int main(int argc, char **argv)
{
    int fd = argc == 2 ? connect_to(argv[1]) : -1;
    int state = 1;
    if (fd < 0) {
        fputs("client: cannot connect\n", stderr);
        return 1;
    }
    struct pollfd watched[2] = {{.fd = fd, .events = POLLIN},
                                {.fd = STDIN_FILENO, .events = POLLIN}};
    while (state == 1 && poll(watched, 2, -1) > 0) {
        if (watched[1].revents != 0) {
            int sent = pass_on(STDIN_FILENO, fd);
            if (sent <= 0) {
                /* poll ignores negative descriptors. */
                watched[1].fd = -1;
                shutdown(fd, SHUT_WR);
            }
        }
        if (watched[0].revents != 0) {
            state = pass_on(fd, STDOUT_FILENO);
        }
    }
    close(fd);
    return state == 0 ? 0 : 1;
}
