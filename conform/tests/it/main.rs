//! The integration tests of replayed recordings, as one binary.

mod accepted;
mod adapter;
mod alias;
mod common;
mod damage;
mod effects;
mod found;
mod mutation;
mod partial;
mod planted;
mod recorded;
mod taken_back;
