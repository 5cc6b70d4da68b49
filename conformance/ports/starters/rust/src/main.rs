//! The beginning of a port of Session-local Schedule: requests on stdin, answers on stdout, one
//! JSON object on a line. Nothing else may go to stdout; stderr is free.

mod json;

use json::Json;
use std::io::{self, BufRead, Write};

/// Why an operation has no value.
#[allow(dead_code)] // until your code refuses something
enum Failure {
    /// The rules refuse, with one of the ten codes, such as "corrupt_schedule_log".
    Refusal(&'static str),
    /// This port cannot take these arguments; the text says why.
    Unsupported(String),
}

type Operation = fn(&Json) -> Result<Json, Failure>;

const OPERATIONS: &[(&str, Operation)] = &[
    // PORT: call your code here. What stands in this table is asked for, all else is `unsupported`.
    // ("decode", |args| schedule::decode(args)), which reads args.get("text") with `Json::read`
    // ("fold", |args| schedule::fold(args)),
    // "occurrence", "create", "allocate", "view", "due", "frame", "session", "tools"
];

fn hello(_args: &Json) -> Result<Json, Failure> {
    let ops = OPERATIONS.iter().map(|(name, _)| Json::text(name)).collect();
    Ok(Json::object([
        ("protocol", Json::Number(1.0)),
        ("name", Json::text("my-port")),
        ("language", Json::text("rust")),
        ("ops", Json::List(ops)),
        ("tz", Json::Null), // the release of your tz database, such as "2026a"
    ]))
}

fn outcome(op: &str, args: &Json) -> Result<Json, Failure> {
    let found = OPERATIONS.iter().find(|(name, _)| *name == op);
    match found {
        _ if op == "hello" => hello(args),
        Some((_, operation)) => operation(args),
        None => Err(Failure::Unsupported(format!("this port has no {op}"))),
    }
}

fn answer(line: &str) -> Json {
    let (request, lone_surrogates) = Json::read(line).expect("a request is JSON");
    let member = |name: &str| request.get(name).unwrap_or(&Json::Null);
    let outcome = match member("op") {
        // A String cannot hold one, so its place is taken by U+FFFD.
        _ if lone_surrogates => Err(Failure::Unsupported("no lone surrogates".into())),
        Json::Text(op) => outcome(op, member("args")),
        _ => Err(Failure::Unsupported("no operation".into())),
    };
    let outcome = match outcome {
        Ok(value) => ("value", value),
        Err(Failure::Refusal(code)) => ("error", Json::object([("code", Json::text(code))])),
        Err(Failure::Unsupported(reason)) => ("unsupported", Json::Text(reason)),
    };
    Json::object([("seq", member("seq").clone()), outcome])
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if !line.trim().is_empty() {
            writeln!(out, "{}", answer(&line))?;
            out.flush()?;
        }
    }
    Ok(())
}
