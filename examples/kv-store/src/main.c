#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server.h"
#include "session.h"
#include "store.h"

static uint64_t wall_clock(void *context)
{
    (void)context;
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) {
        return 0;
    }
    return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}

/* Falls back to the time and the process id: the seed only makes collisions
 * hard to plan. */
static uint64_t random_seed(void)
{
    uint64_t seed = wall_clock(NULL) ^ (uint64_t)getpid() << 40;
    FILE *source = fopen("/dev/urandom", "rb");
    if (source != NULL) {
        uint64_t random;
        if (fread(&random, sizeof random, 1, source) == 1) {
            seed ^= random;
        }
        fclose(source);
    }
    return seed;
}

static void handle_signal(int number)
{
    (void)number;
    server_stop();
}

static int install_handlers(void)
{
    struct sigaction action = {.sa_handler = handle_signal};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&action.sa_mask);
    sigemptyset(&ignore.sa_mask);
    if (sigaction(SIGINT, &action, NULL) != 0 || sigaction(SIGTERM, &action, NULL) != 0) {
        return -1;
    }
    /* A client that hangs up must not end the server. */
    return sigaction(SIGPIPE, &ignore, NULL);
}

static cubby_status serve(store *s, const char *socket_path)
{
    if (socket_path != NULL) {
        if (install_handlers() != 0) {
            return CUBBY_ERR_IO;
        }
        return server_run(s, socket_path);
    }
    session conversation;
    session_start(&conversation, s);
    cubby_status status = session_run(&conversation, STDIN_FILENO, STDOUT_FILENO);
    session_release(&conversation);
    return status;
}

int main(int argc, char **argv)
{
    const char *socket_path = NULL;
    int flag;
    while ((flag = getopt(argc, argv, "s:")) != -1) {
        if (flag != 's') {
            goto usage;
        }
        socket_path = optarg;
    }
    if (optind != argc - 1) {
        goto usage;
    }

    store s;
    store_options options = {.path = argv[optind], .seed = random_seed(), .now = wall_clock};
    cubby_status status = store_open(&s, &options);
    if (status != CUBBY_OK) {
        fprintf(stderr, "cubby: %s: %s\n", options.path, cubby_status_text(status));
        return 1;
    }
    status = serve(&s, socket_path);
    cubby_status closed = store_close(&s);
    if (status == CUBBY_OK) {
        status = closed;
    }
    if (status != CUBBY_OK) {
        fprintf(stderr, "cubby: %s\n", cubby_status_text(status));
        return 1;
    }
    return 0;

usage:
    fputs("usage: cubby [-s SOCKET] LOG\n", stderr);
    return 2;
}
