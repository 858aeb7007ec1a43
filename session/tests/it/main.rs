//! Tables without a terminal and without a page.

mod pondering;
mod tables;
