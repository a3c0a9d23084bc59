#ifndef CUBBY_SERVER_H
#define CUBBY_SERVER_H

#include "status.h"
#include "store.h"

/* Answers clients of a Unix socket at path, one after the other, until
 * server_stop is called. The socket is usable by its owner only. */
cubby_status server_run(store *s, const char *path);

/* Safe to call from a signal handler. */
void server_stop(void);

#endif
