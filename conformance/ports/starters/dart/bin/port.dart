// The beginning of a port of Session-local Schedule: requests on stdin, answers on stdout, one JSON
// object on a line. Nothing else may go to stdout; stderr is free.

import 'dart:convert';
import 'dart:io';

typedef Json = Map<String, Object?>;

/// Throw this where the rules refuse: `throw Refusal('corrupt_schedule_log')`.
class Refusal implements Exception {
  Refusal(this.code);
  final String code;
}

/// Reads a JSON text, such as that of `decode`.
///
/// `3` is read as an int and `3.0` as a double, though both are the integer 3 (VAL-1): take a number
/// as `(value as num).toDouble()`, which is the nearest double (VAL-10). Strings are UTF-16 (VAL-5).
Object? readJson(String text) {
  try {
    return jsonDecode(text);
  } on FormatException {
    throw Refusal('corrupt_schedule_log');
  }
}

/// `UnsupportedError` is for arguments that your port cannot take; its text says why.
final Map<String, Object? Function(Json args)> operations = {
  // PORT: call your code here. What stands in this table is asked for, all else is `unsupported`.
  // 'decode': (args) => schedule.decode(args.containsKey('text') ? readJson(args['text'] as String) : args['change']),
  // 'fold': (args) => schedule.fold(args['events'], args['seedLength']),
  // 'occurrence': (args) => schedule.occurrence(args['record'], args['acceptedAt']),
  // 'create': (args) => schedule.create(args['id'], args['now'], args['input']),
  // 'allocate': (args) => schedule.allocate(args['seenIds']),
  // 'view': (args) => schedule.view(args['record'], args['now']),
  // 'due': (args) => schedule.due(args['active'], args['now']),
  // 'frame': (args) => schedule.frame(args['reminder'], args['batch']),
  // 'session': (args) => schedule.session(args),
  // 'tools': (args) => schedule.tools(),
};

Json hello() => {
      'protocol': 1,
      'name': 'my-port',
      'language': 'dart',
      'ops': operations.keys.toList(),
      'tz': null, // the release of your tz database, such as '2026a'
    };

/// What follows the `seq` in the answer to a request.
Json outcome(String op, Json args) {
  final operation = op == 'hello' ? (_) => hello() : operations[op];
  if (operation == null) return {'unsupported': 'this port has no $op'};
  try {
    return {'value': operation(args)};
  } on Refusal catch (refusal) {
    return {
      'error': {'code': refusal.code}
    };
  } on UnsupportedError catch (error) {
    return {'unsupported': error.message ?? 'unsupported'};
  }
}

Future<void> main() async {
  final lines = stdin.transform(utf8.decoder).transform(const LineSplitter());
  await for (final line in lines) {
    if (line.trim().isEmpty) continue;
    final request = jsonDecode(line) as Json;
    final answer = outcome(request['op'] as String, request['args'] as Json);
    // `jsonEncode` escapes lone surrogates; bytes, so that no locale decides how they are written.
    stdout.add(utf8.encode('${jsonEncode({'seq': request['seq'], ...answer})}\n'));
    await stdout.flush();
  }
}
