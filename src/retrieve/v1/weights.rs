//! What hits count.

/// What a hit on a page counts.
pub(super) mod page {
    pub(crate) const DIRECT_CONCEPT: u64 = 120;
    pub(crate) const CLAIM_ID: u64 = 180;
    pub(crate) const SOURCE_ID: u64 = 100;
    pub(crate) const TITLE_PHRASE: u64 = 80;
    pub(crate) const CLAIM_PHRASE: u64 = 60;
    pub(crate) const TITLE_TOKEN: u64 = 30;
    pub(crate) const TAG_TOKEN: u64 = 24;
    pub(crate) const CLAIM_TOKEN: u64 = 12;
    pub(crate) const GRAPH_HOP: u64 = 10;
}

/// What a hit on a claim counts.
pub(super) mod claim {
    pub(crate) const DIRECT_CONCEPT: u64 = 100;
    pub(crate) const CLAIM_ID: u64 = 240;
    pub(crate) const SOURCE_ID: u64 = 140;
    pub(crate) const PHRASE: u64 = 80;
    pub(crate) const TOKEN: u64 = 20;
    pub(crate) const GRAPH_HOP: u64 = 5;
    pub(crate) const PAGE_METADATA: u64 = 10;
}
