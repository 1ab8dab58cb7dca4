//! A file system in memory that can lose its power.
//!
//! It replays the operations a commit or a recovery was seen to make and says what may be on
//! the medium if the power goes now. What it assumes, weaker than what journalling file systems
//! promise:
//!
//! * What was there at the start is on the medium.
//! * A name in a folder changes as a whole. Of the changes that were not synced any subset may
//!   have got there, in the folder's own order for one name, in no order between names.
//! * Syncing a folder brings its names, and its own permission bits, to the medium. Syncing a
//!   file brings its bytes and bits there, not its names. A sync that failed brought nothing.
//! * A rename is two changes, a name that comes and a name that goes, each with its own folder.
//!   The name that goes is never gone before the other has come: at worst a file has both.
//! * A file whose bytes were not synced since they were written has, each file for itself, its
//!   last synced bytes, none, the first half or all; likewise with its bits.
//! * Read-only calls and locks leave nothing on the medium. The medium does not forget or
//!   change what it was made to keep.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use vault::storage::Action;

use crate::support::{Logged, Tree};

/// Number of a file or folder; 0 is the root.
type Node = usize;
/// A name: in which folder, and what it is.
type Name = (Node, Rc<str>);
/// Which file or folder a name is.
type Names = BTreeMap<Name, Node>;

/// Permission bits and bytes; `None` for a folder.
type Data = (u32, Option<Rc<[u8]>>);

/// Every subset of so many changes that were not synced is looked at; what more of them give is
/// looked at whole too while it stays below as many outcomes, else by a sample as large.
const EXHAUSTIVE: usize = 12;

/// A change of a name that was not synced.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Change {
    name: Name,
    /// What the name is afterwards.
    node: Option<Node>,
    /// The change that must have got there if this one has.
    needs: Option<Name>,
}

/// A file or folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Content {
    /// On the medium, if it ever was synced.
    synced: Option<Data>,
    /// As programs see it.
    now: Data,
}

/// The file system: what is on the medium, what programs see, and what lies between.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Disk {
    nodes: Vec<Content>,
    medium: Names,
    visible: Names,
    pending: Vec<Change>,
}

impl Disk {
    /// All of it on the medium.
    pub fn of(tree: &Tree) -> Self {
        let root = (0o755, None);
        let root = Content { synced: Some(root.clone()), now: root };
        let mut disk = Self {
            nodes: vec![root],
            medium: Names::new(),
            visible: Names::new(),
            pending: Vec::new(),
        };
        // A folder comes before what is in it.
        for (path, (mode, bytes)) in tree {
            let data: Data = (*mode, bytes.as_deref().map(Rc::from));
            disk.nodes.push(Content { synced: Some(data.clone()), now: data });
            let node = disk.nodes.len() - 1;
            disk.visible.insert(disk.name(path), node);
        }
        disk.medium = disk.visible.clone();
        disk
    }

    /// Makes one operation that succeeded. False if it leaves everything as it is.
    pub fn apply(&mut self, operation: &Logged) -> bool {
        let path = &operation.path;
        match operation.action {
            Action::Stat | Action::Open | Action::List | Action::Read | Action::Lock => {
                return false;
            }
            Action::Create => self.make(path, (0o600, Some(Rc::from([])))),
            Action::MakeFolder => self.make(path, (0o700, None)),
            Action::Write => self.node_mut(path).now.1 = Some(operation.bytes.as_slice().into()),
            Action::Append => {
                let now = &mut self.node_mut(path).now.1;
                *now = Some([now.as_deref().unwrap(), operation.bytes.as_slice()].concat().into());
            }
            Action::SetMode => self.node_mut(path).now.0 = operation.mode,
            Action::SyncFile => self.sync(path),
            Action::SyncFolder => {
                self.sync(path);
                let folder = self.node(path);
                while let Some(at) = self.pending.iter().position(|c| c.name.0 == folder) {
                    self.keep(at);
                }
            }
            Action::Rename | Action::RenameNew => {
                let (name, to) = (self.name(path), self.name(&operation.to));
                let node = self.visible[&name];
                self.change(to.clone(), Some(node), None);
                self.change(name, None, Some(to));
            }
            // Only whole folders beside a vault are exchanged, never parts of a commit.
            Action::Exchange => panic!("a commit exchanges {path}"),
            // Only a journal is cut off and has its data synced.
            Action::Truncate | Action::SyncData => panic!("a commit has no journal: {path}"),
            Action::Unlink | Action::RemoveFolder => self.change(self.name(path), None, None),
        }
        true
    }

    /// What programs see.
    pub fn visible(&self) -> Tree {
        let now = |content: &Content| vec![content.now.clone()];
        self.trees(&self.visible, now).remove(0)
    }

    /// How many changes may be lost.
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// Everything that may be on the medium if the power goes now, and whether that is really
    /// everything, not a sample.
    pub fn after_power_loss(&self, random: &mut Random) -> (BTreeSet<Tree>, bool) {
        let mut all = BTreeSet::from([self.medium.clone()]);
        let mut complete = true;
        for at in 0..self.pending.len() {
            let made: Vec<Names> = all.iter().filter_map(|names| self.with(names, at)).collect();
            all.extend(made);
            if all.len() > 1 << EXHAUSTIVE {
                complete = false;
                let share = (1 << EXHAUSTIVE) as f64 / all.len() as f64;
                all.retain(|_| random.below_one() < share);
            }
        }
        all.extend([self.medium.clone(), self.visible.clone()]);
        let trees = all.iter().flat_map(|names| self.trees(names, Content::survivors));
        (trees.collect(), complete)
    }

    /// The names once this pending change has got to the medium too; `None` if it cannot have.
    fn with(&self, names: &Names, at: usize) -> Option<Names> {
        let change = &self.pending[at];
        // The other half of a rename is pending right before this one, if it still is.
        if let Some(before) = at.checked_sub(1).map(|before| &self.pending[before])
            && change.needs.as_ref() == Some(&before.name)
            && names.get(&before.name) != before.node.as_ref()
        {
            return None;
        }
        let mut names = names.clone();
        set(&mut names, &change.name, change.node);
        Some(names)
    }

    fn name(&self, path: &str) -> Name {
        let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
        (self.node(parent), name.into())
    }

    fn node(&self, path: &str) -> Node {
        match path {
            "" => 0,
            path => self.visible[&self.name(path)],
        }
    }

    fn node_mut(&mut self, path: &str) -> &mut Content {
        let node = self.node(path);
        &mut self.nodes[node]
    }

    fn make(&mut self, path: &str, data: Data) {
        self.nodes.push(Content { synced: None, now: data });
        self.change(self.name(path), Some(self.nodes.len() - 1), None);
    }

    fn sync(&mut self, path: &str) {
        let content = self.node_mut(path);
        content.synced = Some(content.now.clone());
    }

    fn change(&mut self, name: Name, node: Option<Node>, needs: Option<Name>) {
        set(&mut self.visible, &name, node);
        self.pending.push(Change { name, node, needs });
    }

    /// Brings a change to the medium. Earlier ones of the same name are history then.
    fn keep(&mut self, at: usize) {
        let Change { name, node, needs } = self.pending.remove(at);
        set(&mut self.medium, &name, node);
        let mut before = at;
        while let Some(earlier) = self.pending[..before].iter().rposition(|c| c.name == name) {
            self.pending.remove(earlier);
            before -= 1;
        }
        let needed = needs.and_then(|needs| {
            self.pending[..before].iter().rposition(|change| change.name == needs)
        });
        if let Some(needed) = needed {
            self.keep(needed);
        }
    }

    /// All folders these names can be, with every combination of what the files may hold.
    fn trees(&self, names: &Names, may_hold: impl Fn(&Content) -> Vec<Data>) -> Vec<Tree> {
        let mut paths = BTreeMap::new();
        let mut open = vec![(0, String::new())];
        while let Some((folder, path)) = open.pop() {
            let inside = names.range((folder, Rc::from(""))..(folder + 1, Rc::from("")));
            for ((_, name), node) in inside {
                let path =
                    if path.is_empty() { name.to_string() } else { format!("{path}/{name}") };
                if self.nodes[*node].now.1.is_none() {
                    open.push((*node, path.clone()));
                }
                paths.insert(path, *node);
            }
        }
        let mut trees = vec![Tree::new()];
        let nodes: BTreeSet<Node> = paths.values().copied().collect();
        for node in nodes {
            let all = may_hold(&self.nodes[node]);
            let with = |tree: &Tree, (mode, bytes): &Data| {
                let mut tree = tree.clone();
                for (path, _) in paths.iter().filter(|(_, of)| **of == node) {
                    tree.insert(path.clone(), (*mode, bytes.as_ref().map(|bytes| bytes.to_vec())));
                }
                tree
            };
            trees = trees.iter().flat_map(|tree| all.iter().map(|data| with(tree, data))).collect();
        }
        trees
    }
}

impl Content {
    /// What may be on the medium.
    fn survivors(&self) -> Vec<Data> {
        if self.synced.as_ref() == Some(&self.now) {
            return vec![self.now.clone()];
        }
        let mut all = BTreeSet::from([self.now.clone()]);
        all.extend(self.synced.clone());
        if let (mode, Some(bytes)) = &self.now {
            let bits = self.synced.as_ref().map_or(0o600, |(bits, _)| *bits);
            all.insert((bits, Some(Rc::from([]))));
            all.insert((*mode, Some(bytes[..bytes.len() / 2].into())));
        } else {
            all.insert((0o700, None));
        }
        all.into_iter().collect()
    }
}

fn set(names: &mut Names, name: &Name, node: Option<Node>) {
    match node {
        Some(node) => _ = names.insert(name.clone(), node),
        None => _ = names.remove(name),
    }
}

/// Numbers that look random and are the same every time (xorshift).
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        for (left, by) in [(true, 13), (false, 7), (true, 17)] {
            self.0 ^= if left { self.0 << by } else { self.0 >> by };
        }
        self.0
    }

    fn below_one(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}
