//! Sums of products of 16-bit numbers, eight at a time: most of the work of a network.

use wide::{i16x8, i32x4, i32x8};

use super::{MOST, NUMBER_UNIT, NUMBERS, NetRow, SideNumbers, WIDTH};

/// [`NUMBER_UNIT`] is two to the power of this.
const UNIT_BITS: i32 = 6;
const _: () = assert!(NUMBER_UNIT == (1 << UNIT_BITS) as f32);

/// A row of a layer.
pub(crate) type RowLanes = [i16x8; WIDTH / 8];

/// The rows of a side's measures, two by two: of each pair the weights of both stand side by side.
pub(crate) type NumberRows = [[i16x8; WIDTH / 4]; NUMBERS / 2];

/// Puts a row into lanes.
#[inline]
pub(crate) fn lanes(row: &NetRow) -> RowLanes {
    std::array::from_fn(|at| i16x8::new(std::array::from_fn(|lane| row[8 * at + lane])))
}

/// Puts the sum of a side into lanes, cut off below and above.
#[inline]
pub(crate) fn open(sum: &RowLanes) -> RowLanes {
    let mut open = *sum;
    for eight in &mut open {
        *eight = eight.max(i16x8::ZERO).min(i16x8::splat(MOST));
    }
    open
}

/// Adds a row to a sum, without going beyond what 16 bits hold.
#[inline]
pub(crate) fn add(sum: &mut RowLanes, row: &RowLanes) {
    for (sum, row) in sum.iter_mut().zip(row) {
        *sum = sum.saturating_add(*row);
    }
}

/// Puts rows in the order of [`NumberRows`].
pub(crate) fn paired(rows: &[NetRow; NUMBERS]) -> NumberRows {
    std::array::from_fn(|pair| {
        std::array::from_fn(|at| {
            i16x8::new(std::array::from_fn(|lane| rows[2 * pair + lane % 2][4 * at + lane / 2]))
        })
    })
}

/// The products of a row and a sum, added up to four sums.
#[inline]
pub(crate) fn products(weights: &RowLanes, sum: &RowLanes) -> i32x4 {
    let products = weights.iter().zip(sum).map(|(weights, sum)| weights.dot(*sum));
    products.fold(i32x4::ZERO, |all, four| all + four)
}

/// The rows of a side's measures, each times its measure, added up, as a row.
#[inline]
pub(crate) fn weighed(rows: &NumberRows, numbers: &SideNumbers) -> RowLanes {
    let mut sums = [i32x4::ZERO; WIDTH / 4];
    for (rows, pair) in rows.iter().zip(numbers.as_chunks::<2>().0) {
        if *pair == [0, 0] {
            continue;
        }
        let [a, b] = *pair;
        let both = i16x8::new([a, b, a, b, a, b, a, b]);
        for (sum, row) in sums.iter_mut().zip(rows) {
            *sum += row.dot(both);
        }
    }
    let mut row = [i16x8::ZERO; WIDTH / 8];
    for (eight, [low, high]) in row.iter_mut().zip(sums.as_chunks::<2>().0) {
        let mut both = [0; 8];
        both[..4].copy_from_slice(&(*low >> UNIT_BITS).to_array());
        both[4..].copy_from_slice(&(*high >> UNIT_BITS).to_array());
        *eight = i16x8::from_i32x8_saturate(i32x8::new(both));
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_products_are_what_they_say() {
        let row = |step: i32| -> NetRow {
            std::array::from_fn(|at| ((at as i32 * step * 7919) % 4001 - 2000) as i16)
        };
        let (a, b) = (row(3), row(5));
        let plain: i32 = a.iter().zip(&b).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
        assert_eq!(products(&lanes(&a), &lanes(&b)).reduce_add(), plain);
        let rows: [NetRow; NUMBERS] = std::array::from_fn(|at| row(at as i32 + 1));
        let sums = weighed(&paired(&rows), &a);
        for (at, sum) in sums.into_iter().flat_map(i16x8::to_array).enumerate() {
            let plain: i32 = rows
                .iter()
                .zip(&a)
                .map(|(row, number)| i32::from(row[at]) * i32::from(*number))
                .sum();
            let plain = (plain >> UNIT_BITS).clamp(i16::MIN.into(), i16::MAX.into());
            assert_eq!(i32::from(sum), plain);
        }
    }
}
