/*
 * What the generated calls of a driver use. It is put behind the unit with the function, and
 * includes no header, so that nothing clashes with the unit.
 */
typedef __UINT8_TYPE__ rw_u8;
typedef __INT8_TYPE__ rw_i8;
typedef __UINT16_TYPE__ rw_u16;
typedef __INT16_TYPE__ rw_i16;
typedef __UINT32_TYPE__ rw_u32;
typedef __INT32_TYPE__ rw_i32;
typedef __UINT64_TYPE__ rw_u64;
typedef __INT64_TYPE__ rw_i64;
typedef float rw_f32;
typedef double rw_f64;
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 rw_u128;
__extension__ typedef __int128 rw_i128;
#endif
void rw_get(void *, __SIZE_TYPE__);
void rw_put(const void *, __SIZE_TYPE__);
void *rw_room(__SIZE_TYPE__);
void *rw_owned(__SIZE_TYPE__);
void *rw_fitted(const void *, __SIZE_TYPE__);
void *rw_written_room(void *, rw_u64, __SIZE_TYPE__);
void rw_give(const volatile void *, __SIZE_TYPE__);
rw_u32 rw_written(void *, const void *, __SIZE_TYPE__, void **);
void *rw_memory(const void *, rw_u64, __SIZE_TYPE__);
rw_u64 rw_memory_of(const void *, __SIZE_TYPE__, void **);
void *rw_place(const void *, rw_u64, __SIZE_TYPE__);
rw_u64 rw_place_of(const volatile void *, const volatile void *, rw_u64, __SIZE_TYPE__);
void rw_invalid_input(void);

/* Leaves an object as its memory was made. */
__attribute__((unused)) static void rw_zeroed_object(void *object) {
    (void)object;
}

rw_u64 rw_allocated(const void *);
void *rw_handle(rw_u32);
void *rw_stream(const char *, int, int);
void rw_put_stream(const char *);
int rw_file(const char *, int);
int rw_folder(const char *);
void rw_put_file(const char *, int);
void rw_put_descriptor(int);
void rw_get_files(void);
void rw_get_stdin(void);
void rw_exit(int) __attribute__((noreturn));
void rw_put_files(void);
void rw_begin_call(void);
void rw_end_call(void);
void rw_behind(void *, rw_u64, rw_u64, __SIZE_TYPE__, __SIZE_TYPE__, const void *, __SIZE_TYPE__);
void rw_put_printed(const char *);
void rw_make(void *);
void rw_errno_clear(void);
rw_i32 rw_errno(void);
void rw_make_one(void *);
void rw_note_unwritten(const char *, const char *, const void *, __SIZE_TYPE__);
rw_u32 rw_length(const void *, __SIZE_TYPE__);
void rw_utf8(const void *, rw_u32);

static inline rw_u32 rw_count(rw_i64 n) {
    return n < 0 ? 0 : n > 0x4000000 ? 0x4000000 : (rw_u32)n;
}

/* What a length counts, of the sizes that it may be: -1 the usual one, -2 half of the smallest. */
extern int rw_piece;

/* How many pieces are in so many bytes of memory. */
static inline rw_u64 rw_pieces(rw_u64 bytes, const rw_u64 *sizes, int count, int usual) {
    if (rw_piece == -2)
        return bytes * 2 / sizes[0];
    rw_u64 size = sizes[rw_piece < 0 || rw_piece >= count ? usual : rw_piece];
    if (bytes % size != 0)
        rw_invalid_input();
    return bytes / size;
}

/* Lengths: arithmetic of signed 64-bit integers that stop at their ends. */
typedef __int128 rw_i128;

static inline rw_i128 rw_held(rw_i128 v) {
    rw_i128 most = (rw_i128)0x7fffffffffffffffLL;
    return v > most ? most : v < -most - 1 ? -most - 1 : v;
}

static inline rw_i128 rw_over(rw_i128 a, rw_i128 b) {
    return b == 0 ? 0 : rw_held(a / b);
}

static inline rw_i128 rw_rest(rw_i128 a, rw_i128 b) {
    return b == 0 ? 0 : a % b;
}

static inline rw_i128 rw_left(rw_i128 a, rw_i128 b) {
    return b < 0 || b > 63 ? 0 : rw_held(a * ((rw_i128)1 << (int)b));
}

static inline rw_i128 rw_right(rw_i128 a, rw_i128 b) {
    return b < 0 || b > 63 ? 0 : a >> (int)b;
}

static inline rw_u32 rw_long(rw_i128 n) {
    if (n > 0x10000)
        rw_invalid_input();
    return rw_count((rw_i64)n);
}

static inline rw_u8 rw_get_u8(void) {
    rw_u8 v;
    rw_get(&v, sizeof v);
    return v;
}

static inline void rw_put_u8(rw_u8 v) {
    rw_put(&v, sizeof v);
}

static inline rw_i8 rw_get_i8(void) {
    rw_i8 v;
    rw_get(&v, sizeof v);
    return v;
}

static inline void rw_put_i8(rw_i8 v) {
    rw_put(&v, sizeof v);
}

static inline rw_u16 rw_get_u16(void) {
    rw_u16 v;
    rw_get(&v, sizeof v);
    return v;
}

static inline void rw_put_u16(rw_u16 v) {
    rw_put(&v, sizeof v);
}

static inline rw_i16 rw_get_i16(void) {
    rw_i16 v;
    rw_get(&v, sizeof v);
    return v;
}

static inline void rw_put_i16(rw_i16 v) {
    rw_put(&v, sizeof v);
}

static inline rw_u32 rw_get_u32(void) {
    rw_u32 v;
    rw_get(&v, sizeof v);
    return v;
}

static inline void rw_put_u32(rw_u32 v) {
    rw_put(&v, sizeof v);
}

static inline rw_i32 rw_get_i32(void) {
    rw_i32 v;
    rw_get(&v, sizeof v);
    return v;
}

static inline void rw_put_i32(rw_i32 v) {
    rw_put(&v, sizeof v);
}

static inline rw_u64 rw_get_u64(void) {
    rw_u64 v;
    rw_get(&v, sizeof v);
    return v;
}

static inline void rw_put_u64(rw_u64 v) {
    rw_put(&v, sizeof v);
}

static inline rw_i64 rw_get_i64(void) {
    rw_i64 v;
    rw_get(&v, sizeof v);
    return v;
}

static inline void rw_put_i64(rw_i64 v) {
    rw_put(&v, sizeof v);
}

#ifdef __SIZEOF_INT128__
static inline rw_u128 rw_get_u128(void) {
    rw_u128 v;
    rw_get(&v, sizeof v);
    return v;
}

static inline void rw_put_u128(rw_u128 v) {
    rw_put(&v, sizeof v);
}

static inline rw_i128 rw_get_i128(void) {
    rw_i128 v;
    rw_get(&v, sizeof v);
    return v;
}

static inline void rw_put_i128(rw_i128 v) {
    rw_put(&v, sizeof v);
}
#endif

static inline rw_f32 rw_get_f32(void) {
    rw_f32 v;
    rw_get(&v, sizeof v);
    return v;
}

static inline void rw_put_f32(rw_f32 v) {
    rw_put(&v, sizeof v);
}

static inline rw_f64 rw_get_f64(void) {
    rw_f64 v;
    rw_get(&v, sizeof v);
    return v;
}

static inline void rw_put_f64(rw_f64 v) {
    rw_put(&v, sizeof v);
}
