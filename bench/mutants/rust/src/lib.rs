//! Functions that came from C by hand, each equal to the one it came from.

pub mod bits;
pub mod bitset;
pub mod calendar;
pub mod checksum;
pub mod encode;
pub mod fixed;
pub mod geometry;
pub mod ivec;
pub mod number;
pub mod order;
pub mod pack;
pub mod parse;
pub mod path;
pub mod ring;
pub mod table;
pub mod text;
pub mod u128;
pub mod utf8;
pub mod varint;
