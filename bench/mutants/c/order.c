/* Sorting and searching. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void insertion_sort(int *a, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        int value = a[i];
        size_t at = i;
        while (at > 0 && a[at - 1] > value) {
            a[at] = a[at - 1];
            at--;
        }
        a[at] = value;
    }
}

/* Index of the first element that is not below key; n for none. The array is sorted. */
size_t lower_bound(const int *a, size_t n, int key)
{
    size_t from = 0;
    while (n > 0) {
        size_t half = n / 2;
        if (a[from + half] < key) {
            from += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return from;
}

/* Merges sorted runs, those of a first among equals, as far as there is room. Returns how many. */
size_t merge(const int *a, size_t na, const int *b, size_t nb, int *out, size_t room)
{
    size_t i = 0, j = 0, k = 0;
    while (k < room && (i < na || j < nb)) {
        if (j == nb || (i < na && a[i] <= b[j]))
            out[k++] = a[i++];
        else
            out[k++] = b[j++];
    }
    return k;
}

/* One of each run of equal elements stays, in place. Returns how many. */
size_t unique(int *a, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || a[kept - 1] != a[i])
            a[kept++] = a[i];
    return kept;
}

/* Index of the largest element, the first of several; -1 when there is none. */
int max_index(const double *a, size_t n)
{
    int best = -1;
    for (size_t i = 0; i < n; i++)
        if (best < 0 || a[i] > a[best])
            best = (int)i;
    return best;
}

static void sift_down(uint32_t *heap, size_t n, size_t at)
{
    for (;;) {
        size_t child = 2 * at + 1;
        uint32_t swap;
        if (child >= n)
            return;
        if (child + 1 < n && heap[child + 1] > heap[child])
            child++;
        if (heap[at] >= heap[child])
            return;
        swap = heap[at];
        heap[at] = heap[child];
        heap[child] = swap;
        at = child;
    }
}

/* So that no element is above its parent. */
void heapify(uint32_t *a, size_t n)
{
    for (size_t i = n / 2; i-- > 0;)
        sift_down(a, n, i);
}
