//! Text in, text out: white space, normal forms, sentences, instruction signatures, visible
//! characters, YAML scalars, flat frontmatter, forms of single values.
//!
//! Everything here is a pure function of its arguments. Unicode questions are answered with
//! the notions the vault's scores were recorded with, which are not always those of Rust's
//! standard library: see [`whitespace`] and [`category`].

pub mod category;
pub mod frontmatter;
pub mod instruction;
pub mod normal;
pub mod phrase;
pub mod quote;
pub mod sentences;
pub mod values;
pub mod visible;
pub mod whitespace;
pub mod yaml;
