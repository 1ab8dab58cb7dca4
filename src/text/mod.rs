//! Text in, text out: normal forms, sentences, links, instruction signatures. Pure.
