import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * JSON, which Java's standard library lacks. Values are null, Boolean, Double (VAL-10), String
 * (UTF-16, so lone surrogates are kept), List, and Map in the order of its keys.
 */
final class Json {
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
  private static final int DEEPEST = 500;

  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** Throws IllegalArgumentException where the text is no JSON. */
  static Object read(String text) {
    Json json = new Json(text);
    Object value = json.value(0);
    if (json.next() != 0) throw json.wrong();
    return value;
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException("no JSON at character " + at);
  }

  /** The next character that is not blank, or 0 at the end; it is not taken. */
  private char next() {
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) at++;
    return at < text.length() ? text.charAt(at) : 0;
  }

  private boolean took(String token) {
    boolean there = text.startsWith(token, at);
    if (there) at += token.length();
    return there;
  }

  private Object value(int depth) {
    if (depth > DEEPEST) throw wrong();
    switch (next()) {
      case '{':
        Map<String, Object> members = new LinkedHashMap<>();
        for (at++; !took("}"); separated('}')) {
          if (next() == '}' && members.isEmpty()) continue;
          String key = string();
          if (next() != ':') throw wrong();
          at++;
          members.put(key, value(depth + 1));
        }
        return members;
      case '[':
        List<Object> items = new ArrayList<>();
        for (at++; !took("]"); separated(']')) {
          if (next() == ']' && items.isEmpty()) continue;
          items.add(value(depth + 1));
        }
        return items;
      case '"':
        return string();
      default:
        if (took("null")) return null;
        if (took("true")) return true;
        if (took("false")) return false;
        Matcher number = NUMBER.matcher(text).region(at, text.length());
        if (!number.lookingAt()) throw wrong();
        at = number.end();
        return Double.valueOf(number.group()); // infinite where it is beyond the doubles
    }
  }

  /** Takes the comma before another item, or stays before the bracket. */
  private void separated(char close) {
    char sign = next();
    if (sign == close) return;
    if (sign != ',') throw wrong();
    at++;
    if (next() == close) throw wrong();
  }

  private String string() {
    if (next() != '"') throw wrong();
    StringBuilder string = new StringBuilder();
    for (at++; !took("\""); ) {
      if (at >= text.length() || text.charAt(at) < ' ') throw wrong();
      string.append(took("\\") ? escaped() : text.charAt(at++));
    }
    return string.toString();
  }

  private char escaped() {
    int letter = at < text.length() ? "\"\\/bfnrtu".indexOf(text.charAt(at++)) : -1;
    if (letter < 0) throw wrong();
    if (letter < 8) return "\"\\/\b\f\n\r\t".charAt(letter);
    int end = Math.min(at + 4, text.length());
    String digits = text.substring(at, end);
    if (!digits.matches("[0-9a-fA-F]{4}")) throw wrong();
    at = end;
    return (char) Integer.parseInt(digits, 16);
  }

  static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof String) {
      writeString((String) value, out);
    } else if (value instanceof Map) {
      String before = "{";
      for (Map.Entry<?, ?> member : ((Map<?, ?>) value).entrySet()) {
        out.append(before);
        writeString((String) member.getKey(), out);
        write(member.getValue(), out.append(':'));
        before = ",";
      }
      out.append(before.equals("{") ? "{}" : "}");
    } else if (value instanceof List) {
      out.append('[');
      for (Iterator<?> items = ((List<?>) value).iterator(); items.hasNext(); ) {
        write(items.next(), out);
        if (items.hasNext()) out.append(',');
      }
      out.append(']');
    } else if (value instanceof Double && (Double) value == Math.rint((Double) value)
        && Math.abs((Double) value) < 1e15) {
      out.append(((Double) value).longValue()); // 300, where Java would write 300.0
    } else {
      out.append(value);
    }
  }

  /** Surrogates are written as escapes, since UTF-8 has none that stands alone. */
  private static void writeString(String string, StringBuilder out) {
    out.append('"');
    for (char unit : string.toCharArray()) {
      if (unit == '"' || unit == '\\') out.append('\\').append(unit);
      else if (unit < ' ' || Character.isSurrogate(unit)) out.append(String.format("\\u%04x", (int) unit));
      else out.append(unit);
    }
    out.append('"');
  }
}
