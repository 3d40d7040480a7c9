//! Deleting folders: state that calls share, a choice that is only known at run time, and consent.
//!
//! `list_folders` shows what is there, within the user's workspace if the client tells of one.
//! `delete_folder` asks in a parameter, so its body runs with the answer in hand.
//! `find_and_delete` lets the user choose when a name fits several folders, and goes on with nothing but a yes.
//! `tidy_up` offers every empty folder at once.
//!
//! A handler runs again in every round, so everything that changes something stands below the last ask.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use mcp_runtime::prelude::*;

/// Folders, in memory: the absolute path of each, and how many files are in it.
struct Files(Mutex<BTreeMap<String, usize>>);

/// Why nothing was deleted; the model reads it.
#[derive(Debug)]
struct NoSuchFolder(String);

/// Shown to the user as a form.
#[derive(Elicit)]
struct Confirm {
    /// Yes, delete it all
    sure: bool,
}

/// Lists the folders, one a line.
#[mcp_tool(read_only)]
async fn list_folders(
    files: &Files,
    #[roots(otherwise = Vec::new())] workspace: Vec<Root>,
) -> String {
    let workspace: Vec<&str> =
        workspace.iter().filter_map(|root| root.uri.strip_prefix("file://")).collect();
    let inside = |path: &str| {
        workspace.is_empty()
            || workspace.iter().any(|root| contains(root.trim_end_matches('/'), path))
    };
    let mut lines = Vec::new();
    for (path, count) in &*files.all() {
        if inside(path) {
            lines.push(format!("{path} ({count} files)"));
        }
    }
    lines.join("\n")
}

/// Deletes a folder and everything in it.
#[mcp_tool(destructive)]
async fn delete_folder(
    /// Absolute path of the folder
    path: String,
    files: &Files,
    #[elicit(message = "Delete {path}?")] confirm: Confirm,
) -> Result<String, NoSuchFolder> {
    if !confirm.sure {
        return Ok(format!("Kept {path}"));
    }
    files.remove(&path)?;
    Ok(format!("Deleted {path}"))
}

/// Finds a folder by its name, wherever it is, and deletes it and everything in it.
#[mcp_tool(destructive)]
async fn find_and_delete(
    /// Name of the folder, without the path
    name: String,
    files: &Files,
    cx: &Context,
) -> Result<String, NoSuchFolder> {
    let mut found = files.named(&name);
    let path = match found.len() {
        0 => return Err(NoSuchFolder(name)),
        1 => found.swap_remove(0),
        _ => match cx.choose(format!("Which {name}?"), found).key("which").await {
            Answer::Accept(path) => path,
            Answer::Decline | Answer::Cancel => return Ok("Nothing was deleted".to_owned()),
        },
    };

    #[elicit(key = "sure", message = "Delete {path} and everything in it?")]
    let _: Confirmed;

    files.remove(&path)?;
    Ok(format!("Deleted {path}"))
}

/// Deletes those of the empty folders that the user picks.
#[mcp_tool(destructive)]
async fn tidy_up(files: &Files, cx: &Context) -> Result<String, NoSuchFolder> {
    let empty = files.empty();
    if empty.is_empty() {
        return Ok("No folder is empty".to_owned());
    }
    let picked = cx.choose_many("Which of these should go?", empty).key("picked").await;
    let picked = picked.accepted().unwrap_or_default();
    for path in &picked {
        files.remove(path)?;
    }
    Ok(format!("Deleted {} folders", picked.len()))
}

impl Files {
    fn sample() -> Self {
        let folders = [
            ("/data/archive", 120),
            ("/data/old", 3),
            ("/home/ada/drafts", 0),
            ("/home/ada/old", 7),
            ("/home/ada/scratch", 0),
        ];
        Self(Mutex::new(folders.map(|(path, count)| (path.to_owned(), count)).into()))
    }

    fn named(&self, name: &str) -> Vec<String> {
        let folders = self.all();
        let paths = folders.keys().filter(|path| path.rsplit('/').next() == Some(name));
        paths.cloned().collect()
    }

    fn empty(&self) -> Vec<String> {
        let folders = self.all();
        folders.iter().filter(|(_, count)| **count == 0).map(|(path, _)| path.clone()).collect()
    }

    fn remove(&self, path: &str) -> Result<(), NoSuchFolder> {
        self.all().remove(path).map(|_| ()).ok_or_else(|| NoSuchFolder(path.to_owned()))
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<String, usize>> {
        // Nothing that holds the lock can panic half way, so a poisoned one is still good.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Display for NoSuchFolder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no folder {}; `list_folders` shows what there is", self.0)
    }
}

/// Whether `path` is `root` or lies below it.
fn contains(root: &str, path: &str) -> bool {
    path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    let server = Server::new("folders", env!("CARGO_PKG_VERSION"))
        .instructions("Deletes folders, after asking the user.")
        .state(Files::sample())
        .all_registered();
    mcp_examples::serve(server).await
}
