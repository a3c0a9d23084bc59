/* What the generated functions of a caller use; the runtime's callbacks.h has them. */
void rw_callbacks_reset(void);
void *rw_script_new(void);
rw_u32 rw_script_index(void *, rw_u32);
void rw_script_list(void *, rw_u32);
void rw_script_pieces(void *);
void rw_script_byte(void *);
void rw_script_open(void *, rw_u32, rw_u32);
void rw_script_close(void);
rw_i64 rw_script_piece(void *, rw_u32, int);
rw_u8 rw_script_change(void *);
rw_u32 rw_mark(void);
void rw_log(rw_u32, rw_u32);
void rw_log_put(rw_u32);
int rw_order(void *, rw_u32, rw_u32);
void rw_pivot(void *, rw_u32, rw_u32);

static inline rw_u32 rw_many(rw_u64 n) {
    return n > 0xffffffffu ? 0xffffffffu : (rw_u32)n;
}
