//! The tree of a search: nodes, and the moves that lead on from them.

use super::Settings;
use crate::playable::{Keyed, worth_to};

/// The number of no node and no edge.
pub(super) const NONE: u32 = u32::MAX;

/// The result of a search for one move of its root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove {
    /// The key of the move.
    pub key: u64,
    /// How often it was tried.
    pub visits: u32,
    /// The worth to the player who chooses, from 0 to 1; 0 while it was not tried.
    pub value: f32,
    /// The prior that the judge gave to it.
    pub prior: f32,
    /// The standard error of the mean of all values that its visits brought, from 0 to 0.5; none while one
    /// visit says nothing about others.
    pub error: Option<f32>,
}

#[derive(Clone, Copy, Debug)]
struct TreeNode {
    /// The first of its edges.
    first: u32,
    /// The edge that was added last.
    last: u32,
    visits: u32,
    /// How its position looks, as it was seen first; 0 while that is not noted.
    look: u64,
    /// The values to player 0 that its moves brought, all together.
    sum: f32,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    key: u64,
    /// The next edge of the same node.
    next: u32,
    node: u32,
    child: u32,
    visits: u32,
    /// How many worlds offered the move.
    available: u32,
    prior: f32,
    /// The values to the player who chooses that its visits brought, all together.
    sum: f32,
    /// The squares of how far these values lay from a half, all together.
    squares: f32,
    /// The worth that the move is taken to have for that player.
    value: f32,
    /// The player who chooses.
    player: u8,
    /// How many descents have walked it whose values are not learned yet.
    under_way: u16,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<TreeNode>,
    edges: Vec<Edge>,
    /// Room for the part of the tree that is kept, and the nodes of that part.
    spare: (Vec<TreeNode>, Vec<Edge>),
    order: Vec<u32>,
    /// The edges of the moves that the present world offers, with the number of the move.
    offered: Vec<(u32, u32)>,
}

impl Tree {
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    /// Notes how the position of a node looks, unless that is noted.
    pub(super) fn note_look(&mut self, node: u32, look: u64) {
        let node = &mut self.nodes[node as usize];
        if node.look == 0 {
            node.look = look;
        }
    }

    /// Makes the most visited node that looks like this the root; false if none does.
    pub(super) fn keep(&mut self, look: u64) -> bool {
        let alike = (0_u32..).zip(&self.nodes).filter(|(_, node)| node.look == look);
        let Some((root, _)) = alike.max_by_key(|(_, node)| node.visits) else { return false };
        let (mut nodes, mut edges) = std::mem::take(&mut self.spare);
        nodes.clear();
        edges.clear();
        self.order.clear();
        self.order.push(root);
        let mut at = 0;
        while let Some(old) = self.order.get(at).copied() {
            let old = self.nodes[old as usize];
            let (mut node, mut next) = (TreeNode { first: NONE, last: NONE, ..old }, old.first);
            while next != NONE {
                let edge = self.edges[next as usize];
                next = edge.next;
                let new = edges.len() as u32;
                let child = match edge.child {
                    NONE => NONE,
                    child => {
                        self.order.push(child);
                        self.order.len() as u32 - 1
                    }
                };
                if node.last == NONE {
                    node.first = new;
                } else {
                    edges[node.last as usize].next = new;
                }
                node.last = new;
                edges.push(Edge { next: NONE, node: at as u32, child, ..edge });
            }
            nodes.push(node);
            at += 1;
        }
        self.spare =
            (std::mem::replace(&mut self.nodes, nodes), std::mem::replace(&mut self.edges, edges));
        true
    }

    /// The node where searches begin.
    pub(super) fn root(&mut self) -> u32 {
        if self.nodes.is_empty() {
            self.grow(None);
        }
        0
    }

    /// Adds a node, at the end of an edge unless it is the root.
    pub(super) fn grow(&mut self, edge: Option<u32>) -> u32 {
        let node = self.nodes.len() as u32;
        self.nodes.push(TreeNode { first: NONE, last: NONE, visits: 0, look: 0, sum: 0.0 });
        if let Some(edge) = edge {
            self.edges[edge as usize].child = node;
        }
        node
    }

    pub(super) fn child(&self, edge: u32) -> u32 {
        self.edges[edge as usize].child
    }

    /// Finds the edges of these moves; false if one of them has none yet. Of moves that mean the
    /// same only the first counts.
    pub(super) fn offer<M>(&mut self, node: u32, moves: &[Keyed<M>]) -> bool {
        self.offered.clear();
        let first = self.nodes[node as usize].first;
        // Worlds mostly offer the same moves in the same order, so the next edge is tried first; as long
        // as that is so no edge comes twice.
        let (mut from, mut in_order) = (first, true);
        for (at, choice) in moves.iter().enumerate() {
            let edge = self.find(from, NONE, choice.key).or_else(|| {
                in_order = false;
                self.find(first, from, choice.key)
            });
            let Some(edge) = edge else { return false };
            from = self.edges[edge as usize].next;
            if in_order || !self.offered.iter().any(|(other, _)| *other == edge) {
                self.offered.push((edge, at as u32));
            }
        }
        true
    }

    /// The edge that was offered for the move with this number, which was tried in a new node.
    pub(super) fn take(&mut self, choice: u32) -> Option<u32> {
        // Mostly no two moves mean the same, and each edge stands at the number of its move.
        let at = self.offered.get(choice as usize).filter(|(_, at)| *at == choice);
        let (edge, _) = *at.or_else(|| self.offered.iter().find(|(_, at)| *at == choice))?;
        self.edges[edge as usize].available += 1;
        Some(edge)
    }

    /// The edge with this key, from one edge of a node to before another.
    fn find(&self, from: u32, to: u32, key: u64) -> Option<u32> {
        let mut at = from;
        while at != to && at != NONE {
            let edge = &self.edges[at as usize];
            if edge.key == key {
                return Some(at);
            }
            at = edge.next;
        }
        None
    }

    /// Adds the edges that are missing. If all moves are known to mean something different, a node without edges need not be
    /// searched for them.
    pub(super) fn add<M>(
        &mut self,
        node: u32,
        moves: &[Keyed<M>],
        priors: &[f32],
        all_differ: bool,
    ) {
        let sum: f32 = priors.iter().sum();
        let searches = !all_differ || self.nodes[node as usize].first != NONE;
        for (choice, prior) in moves.iter().zip(priors) {
            let TreeNode { first, last, .. } = self.nodes[node as usize];
            if searches && self.find(first, NONE, choice.key).is_some() {
                continue;
            }
            let edge = self.edges.len() as u32;
            self.edges.push(Edge {
                key: choice.key,
                next: NONE,
                node,
                child: NONE,
                visits: 0,
                available: 0,
                prior: prior / sum,
                sum: 0.0,
                squares: 0.0,
                value: 0.0,
                player: 0,
                under_way: 0,
            });
            self.nodes[node as usize].last = edge;
            match last {
                NONE => self.nodes[node as usize].first = edge,
                last => self.edges[last as usize].next = edge,
            }
        }
    }

    /// The most promising of the edges that were offered, and the number of its move. Of equally
    /// promising ones it is the first.
    pub(super) fn select(&mut self, node: u32, player: u8, settings: &Settings) -> (u32, usize) {
        let TreeNode { visits, sum, .. } = self.nodes[node as usize];
        let mean = if visits == 0 { 0.5 } else { sum / visits as f32 };
        let mean = worth_to(player, mean);
        let unvisited = mean - settings.unvisited;
        let growth = 1.0 + (1.0 + visits as f32 / settings.patience).ln();
        let exploration = settings.exploration * growth;
        let tried = |(edge, _): &&(u32, u32)| {
            let Edge { visits, under_way, .. } = self.edges[*edge as usize];
            visits + u32::from(under_way) > 0
        };
        let most = || f64::from(settings.width) + f64::from(visits).sqrt();
        let opens = self.offered.len() < settings.width as usize
            || (self.offered.iter().filter(tried).count() as f64) < most();
        let mut best = (f32::NEG_INFINITY, (0, 0));
        for (edge, at) in &self.offered {
            let Edge { visits, available, prior, value, under_way, .. } =
                &mut self.edges[*edge as usize];
            *available += 1;
            let counted = *visits + u32::from(*under_way);
            if counted == 0 && !opens {
                continue;
            }
            let mut value = if *visits == 0 { unvisited } else { *value };
            if *under_way > 0 {
                value *= 1.0 - settings.virtual_loss * f32::from(*under_way) / counted as f32;
            }
            let wish = exploration * *prior * (*available as f32).sqrt();
            let score = value + wish / (1.0 + counted as f32);
            if score > best.0 {
                best = (score, (*edge, *at as usize));
            }
        }
        best.1
    }

    /// Of the edges that were offered and have one of these keys the one that was tried least, and the number of its move;
    /// none if there is no such edge. Of equal ones it is the first.
    pub(super) fn select_evenly(&mut self, keys: &[u64]) -> Option<(u32, usize)> {
        let edges = &self.edges;
        let is_left = |(edge, _): &&(u32, u32)| keys.contains(&edges[*edge as usize].key);
        let left = self.offered.iter().filter(is_left);
        let counted = |(edge, _): &&(u32, u32)| {
            let Edge { visits, under_way, .. } = edges[*edge as usize];
            visits + u32::from(under_way)
        };
        let (edge, at) = *left.min_by_key(counted)?;
        for (edge, _) in &self.offered {
            self.edges[*edge as usize].available += 1;
        }
        Some((edge, at as usize))
    }

    /// A descent walks an edge; until its value is learned it counts as a visit that brought nothing yet.
    pub(super) fn walk(&mut self, edge: u32) {
        self.edges[edge as usize].under_way += 1;
    }

    /// The value of a descent that walked this edge is learned now.
    pub(super) fn arrive(&mut self, edge: u32) {
        self.edges[edge as usize].under_way -= 1;
    }

    /// A move of this player was tried and was worth this much to player 0.
    pub(super) fn learn(&mut self, edge: u32, player: u8, value: f32) {
        let edge = &mut self.edges[edge as usize];
        edge.visits += 1;
        edge.player = player;
        edge.sum += worth_to(player, value);
        edge.squares += (value - 0.5) * (value - 0.5);
        edge.value = edge.sum / edge.visits as f32;
        let node = &mut self.nodes[edge.node as usize];
        node.visits += 1;
        node.sum += value;
    }

    /// Moves the value of a move from its average towards what the answers to it are worth.
    pub(super) fn sharpen(&mut self, edge: u32, sharpness: f32) {
        let Edge { child, player, .. } = self.edges[edge as usize];
        if sharpness > 0.0
            && let Some(answers) = self.worth_of_answers(child)
        {
            let value = &mut self.edges[edge as usize].value;
            *value += sharpness * (worth_to(player, answers) - *value);
        }
    }

    /// The worth of a node's moves to player 0, each weighted by its visits and by how often it was
    /// chosen when there was a choice; none while no move was tried. A move that few worlds offer
    /// does not count less for being rare.
    fn worth_of_answers(&self, node: u32) -> Option<f32> {
        let (mut sum, mut weights) = (0.0, 0.0);
        let mut next = self.nodes.get(node as usize)?.first;
        while let Some(edge) = self.edges.get(next as usize) {
            next = edge.next;
            let visits = edge.visits as f32;
            let weight = visits * visits / edge.available.max(1) as f32;
            sum += weight * worth_to(edge.player, edge.value);
            weights += weight;
        }
        (weights > 0.0).then(|| sum / weights)
    }

    pub(super) fn root_moves(&self) -> impl Iterator<Item = RootMove> + '_ {
        let mut next = self.nodes.first().map_or(NONE, |root| root.first);
        std::iter::from_fn(move || {
            let edge = self.edges.get(next as usize)?;
            next = edge.next;
            let (value, error) = (edge.value, edge.error());
            Some(RootMove { key: edge.key, visits: edge.visits, value, prior: edge.prior, error })
        })
    }

    /// How often the root was visited.
    pub(super) fn root_visits(&self) -> u32 {
        self.nodes.first().map_or(0, |root| root.visits)
    }

    /// The edge of a node with this key, and how often it was visited.
    pub(super) fn visited(&self, node: u32, key: u64) -> Option<(u32, u32)> {
        let edge = self.find(self.nodes.get(node as usize)?.first, NONE, key)?;
        Some((edge, self.edges[edge as usize].visits))
    }
}

impl Edge {
    /// See [`RootMove::error`].
    fn error(&self) -> Option<f32> {
        if self.visits < 2 {
            return None;
        }
        let visits = f64::from(self.visits);
        // Seen from a half the values are small, so that their squares lose little.
        let mean = f64::from(self.sum) / visits - 0.5;
        let variance = (f64::from(self.squares) - visits * mean * mean) / (visits - 1.0);
        Some((variance.max(0.0) / visits).sqrt() as f32)
    }
}
