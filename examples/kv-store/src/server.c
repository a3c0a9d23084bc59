#include "server.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "session.h"

#define BACKLOG 16

static volatile sig_atomic_t stopped;
/* The sockets that server_stop must wake up, or -1. */
static volatile sig_atomic_t listener_fd = -1;
static volatile sig_atomic_t client_fd = -1;

/* Setting the flag alone could come between its test and a call that waits. A
 * socket that is shut down makes that call return at once. */
void server_stop(void)
{
    int reason = errno;
    stopped = 1;
    if (listener_fd >= 0) {
        (void)shutdown(listener_fd, SHUT_RDWR);
    }
    if (client_fd >= 0) {
        (void)shutdown(client_fd, SHUT_RDWR);
    }
    errno = reason;
}

static void serve_client(store *s, int client)
{
    session conversation;
    session_start(&conversation, s);
    client_fd = client;
    if (!stopped) {
        cubby_status outcome = session_run(&conversation, client, client);
        if (outcome != CUBBY_OK && !stopped) {
            fprintf(stderr, "cubby: client dropped: %s\n", cubby_status_text(outcome));
        }
    }
    client_fd = -1;
    session_release(&conversation);
    close(client);
}

static int listen_at(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path, path, length + 1);

    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0) {
        return -1;
    }
    /* The mask closes the gap between bind and a chmod. */
    mode_t mask = umask(0177);
    int bound = bind(fd, (const struct sockaddr *)&address, sizeof address);
    umask(mask);
    if (bound != 0 || listen(fd, BACKLOG) != 0) {
        int reason = errno;
        close(fd);
        errno = reason;
        return -1;
    }
    return fd;
}

cubby_status server_run(store *s, const char *path)
{
    cubby_status status = CUBBY_OK;
    int listener = listen_at(path);
    if (listener < 0) {
        fprintf(stderr, "cubby: %s: %s\n", path, strerror(errno));
        return CUBBY_ERR_IO;
    }
    listener_fd = listener;
    while (!stopped) {
        int client = accept(listener, NULL, NULL);
        if (client < 0) {
            if (errno == EINTR || errno == ECONNABORTED) {
                continue;
            }
            status = stopped ? CUBBY_OK : CUBBY_ERR_IO;
            break;
        }
        serve_client(s, client);
    }
    listener_fd = -1;
    close(listener);
    (void)unlink(path);
    return status;
}
