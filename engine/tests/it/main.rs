//! The engine's integration tests: one binary, so that what is generic over chance and witnesses is compiled once.

mod absences;
mod blanks;
mod circles;
mod citations;
mod common;
mod duel_tests;
mod families;
mod house;
mod how_summoned;
mod language;
mod laws;
mod oaths;
mod periods;
mod places;
mod redeal;
mod rulebook;
mod setup;
mod sides_and_causes;
mod silent_holes;
mod view;
mod why;
