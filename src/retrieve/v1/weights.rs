//! What hits count.

/// What a hit on a page counts.
pub(super) mod page {
    pub const DIRECT_CONCEPT: u64 = 120;
    pub const CLAIM_ID: u64 = 180;
    pub const SOURCE_ID: u64 = 100;
    pub const TITLE_PHRASE: u64 = 80;
    pub const CLAIM_PHRASE: u64 = 60;
    pub const TITLE_TOKEN: u64 = 30;
    pub const TAG_TOKEN: u64 = 24;
    pub const CLAIM_TOKEN: u64 = 12;
    pub const GRAPH_HOP: u64 = 10;
}

/// What a hit on a claim counts.
pub(super) mod claim {
    pub const DIRECT_CONCEPT: u64 = 100;
    pub const CLAIM_ID: u64 = 240;
    pub const SOURCE_ID: u64 = 140;
    pub const PHRASE: u64 = 80;
    pub const TOKEN: u64 = 20;
    pub const GRAPH_HOP: u64 = 5;
    pub const PAGE_METADATA: u64 = 10;
}
