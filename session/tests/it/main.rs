//! Tables without a terminal and without a page.

mod tables;
