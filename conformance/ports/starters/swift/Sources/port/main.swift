// The beginning of a port of Session-local Schedule: requests on stdin, answers on stdout, one JSON
// object on a line. Nothing else may go to stdout; stderr is free.

import Foundation

/// A JSON value. Numbers are doubles (VAL-10). With `JSONSerialization`, `true` is a number as well.
enum Json: Codable, Equatable {
    case null, bool(Bool), number(Double), text(String), list([Json]), object([String: Json])

    init(from decoder: Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() { self = .null
        } else if let value = try? container.decode(Bool.self) { self = .bool(value)
        } else if let value = try? container.decode(Double.self) { self = .number(value)
        } else if let value = try? container.decode(String.self) { self = .text(value)
        } else if let value = try? container.decode([Json].self) { self = .list(value)
        } else { self = .object(try container.decode([String: Json].self)) }
    }

    func encode(to encoder: Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// The value of a JSON text, such as that of `decode`.
    static func read(_ text: String) throws -> Json {
        do { return try JSONDecoder().decode(Json.self, from: Data(text.utf8)) } catch {
            throw Failure.refusal("corrupt_schedule_log")
        }
    }
}

/// Why an operation has no value.
enum Failure: Error {
    /// The rules refuse, with one of the ten codes.
    case refusal(String)
    /// This port cannot take these arguments; the text says why.
    case unsupported(String)
}

let operations: [String: ([String: Json]) throws -> Json] = [:
    // PORT: call your code here, without the colon. What stands in this table is asked for, all else is
    // `unsupported`.
    // "decode": { args in try Schedule.decode(args) },
    // "fold", "occurrence", "create", "allocate", "view", "due", "frame", "session", "tools"
]

func value(_ op: String, _ args: [String: Json]) throws -> Json {
    if op == "hello" {
        let ops = Json.list(operations.keys.sorted().map { .text($0) })
        return .object(["protocol": .number(1), "name": .text("my-port"), "language": .text("swift"), "ops": ops, "tz": .null])
    }
    guard let operation = operations[op] else { throw Failure.unsupported("this port has no \(op)") }
    return try operation(args)
}

func answer(_ line: String) -> [String: Json] {
    guard case .object(let request)? = try? Json.read(line), let seq = request["seq"],
        case .text(let op)? = request["op"], case .object(let args)? = request["args"]
    else { // a lone surrogate, which a String cannot hold, makes the whole line unreadable
        let digits = line.components(separatedBy: "\"seq\":").dropFirst().first?.prefix { $0.isNumber }
        return ["seq": .number(Double(digits ?? "") ?? 0), "unsupported": .text("lone surrogates cannot be read")]
    }
    do { return ["seq": seq, "value": try value(op, args)] } catch Failure.refusal(let code) {
        return ["seq": seq, "error": .object(["code": .text(code)])]
    } catch Failure.unsupported(let reason) {
        return ["seq": seq, "unsupported": .text(reason)]
    } catch { return ["seq": seq, "error": .object(["code": .text("internal_error"), "message": .text("\(error)")])] }
}

let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes] // a dictionary has no order of its own
while let line = readLine() {
    if line.allSatisfy(\.isWhitespace) { continue }
    FileHandle.standardOutput.write(try encoder.encode(answer(line)) + Data("\n".utf8)) // not buffered
}
