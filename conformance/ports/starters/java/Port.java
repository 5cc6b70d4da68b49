import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.zone.ZoneRulesProvider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The beginning of a port of Session-local Schedule: requests on stdin, answers on stdout, one JSON
 * object on a line. Nothing else may go to stdout; stderr is free.
 */
final class Port {
  /** Throw this where the rules refuse: {@code throw new Refusal("corrupt_schedule_log")}. */
  static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refusal(String code) {
      super(code);
    }
  }

  /** {@code UnsupportedOperationException} is for arguments that your port cannot take. */
  static final Map<String, Function<Map<String, Object>, Object>> OPERATIONS = new LinkedHashMap<>();

  static {
    // PORT: call your code here. What stands in this table is asked for, all else is `unsupported`.
    // OPERATIONS.put("decode", args -> Schedule.decode(args.get("change")));
    // "fold", "occurrence", "create", "allocate", "view", "due", "frame", "session", "tools"
  }

  /** The value of a JSON text, such as that of `decode`. */
  static Object readJson(String text) {
    try {
      return Json.read(text);
    } catch (IllegalArgumentException error) {
      throw new Refusal("corrupt_schedule_log");
    }
  }

  static Map<String, Object> hello(Map<String, Object> args) {
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("protocol", 1.0);
    about.put("name", "my-port");
    about.put("language", "java");
    about.put("ops", new ArrayList<>(OPERATIONS.keySet()));
    about.put("tz", ZoneRulesProvider.getVersions("UTC").lastKey());
    return about;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> answer(Map<String, Object> request) {
    String op = (String) request.get("op");
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("seq", request.get("seq"));
    try {
      Function<Map<String, Object>, Object> operation =
          op.equals("hello") ? Port::hello : OPERATIONS.get(op);
      if (operation == null) throw new UnsupportedOperationException("this port has no " + op);
      answer.put("value", operation.apply((Map<String, Object>) request.get("args")));
    } catch (Refusal refusal) {
      answer.put("error", Map.of("code", refusal.getMessage()));
    } catch (UnsupportedOperationException error) {
      answer.put("unsupported", error.getMessage());
    } catch (RuntimeException error) { // a defect of this port
      error.printStackTrace();
      answer.put("error", Map.of("code", "internal_error", "message", error.toString()));
    }
    return answer;
  }

  @SuppressWarnings("unchecked")
  public static void main(String[] words) throws IOException {
    // UTF-8, whatever the locale says.
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
    for (String line; (line = in.readLine()) != null; ) {
      if (line.isBlank()) continue;
      out.print(Json.write(answer((Map<String, Object>) Json.read(line))) + "\n");
      out.flush();
    }
  }
}
