//! Sorting and searching.

pub fn insertion_sort(a: &mut [i32]) {
    for i in 1..a.len() {
        let value = a[i];
        let mut at = i;
        while at > 0 && a[at - 1] > value {
            a[at] = a[at - 1];
            at -= 1;
        }
        a[at] = value;
    }
}

/// Index of the first element that is not below `key`. The slice is sorted.
pub fn lower_bound(a: &[i32], key: i32) -> usize {
    let (mut from, mut to) = (0, a.len());
    while from < to {
        let middle = from + (to - from) / 2;
        if a[middle] < key {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    from
}

/// Merges sorted runs, those of `a` first among equals, as far as there is room. Returns how many.
pub fn merge(a: &[i32], b: &[i32], out: &mut [i32]) -> usize {
    let (mut i, mut j) = (0, 0);
    for to in out.iter_mut() {
        if j == b.len() && i == a.len() {
            break;
        }
        if j == b.len() || (i < a.len() && a[i] <= b[j]) {
            *to = a[i];
            i += 1;
        } else {
            *to = b[j];
            j += 1;
        }
    }
    i + j
}

/// One of each run of equal elements stays, in place. Returns how many.
pub fn unique(a: &mut [i32]) -> usize {
    let mut kept = 0;
    for i in 0..a.len() {
        if kept == 0 || a[kept - 1] != a[i] {
            a[kept] = a[i];
            kept += 1;
        }
    }
    kept
}

/// Index of the largest element, the first of several.
pub fn max_index(a: &[f64]) -> Option<usize> {
    let mut best = None;
    for (i, &value) in a.iter().enumerate() {
        match best {
            Some(at) if !(value > a[at]) => {}
            _ => best = Some(i),
        }
    }
    best
}

fn sift_down(heap: &mut [u32], at: usize) {
    let mut at = at;
    loop {
        let mut child = 2 * at + 1;
        if child >= heap.len() {
            return;
        }
        if child + 1 < heap.len() && heap[child + 1] > heap[child] {
            child += 1;
        }
        if heap[at] >= heap[child] {
            return;
        }
        heap.swap(at, child);
        at = child;
    }
}

/// So that no element is above its parent.
pub fn heapify(a: &mut [u32]) {
    for i in (0..a.len() / 2).rev() {
        sift_down(a, i);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorted() {
        let mut a = [3, 1, 2, 1];
        insertion_sort(&mut a);
        assert_eq!(a, [1, 1, 2, 3]);
        assert_eq!(lower_bound(&a, 2), 2);
        assert_eq!(unique(&mut a), 3);
        let mut out = [0; 4];
        assert_eq!(merge(&[1, 4], &[2], &mut out), 3);
        assert_eq!(out, [1, 2, 4, 0]);
        assert_eq!(max_index(&[1.0, 5.0, 5.0]), Some(1));
    }

    #[test]
    fn a_heap() {
        let mut a = [1, 5, 3, 9, 2];
        heapify(&mut a);
        assert_eq!(a[0], 9);
    }
}
