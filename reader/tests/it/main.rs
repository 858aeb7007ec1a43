//! Tests of the reader as its users see it.

mod hostile;
mod real_texts;
mod rules;
