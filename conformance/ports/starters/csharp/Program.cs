// The beginning of a port of Session-local Schedule: requests on stdin, answers on stdout, one JSON
// object on a line. Nothing else may go to stdout; stderr is free.

using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

var operations = new Dictionary<string, Func<JsonElement, JsonNode?>>
{
    // PORT: call your code here. What stands in this table is asked for, all else is `unsupported`.
    // ["decode"] = args => Schedule.Decode(args),
    // "fold", "occurrence", "create", "allocate", "view", "due", "frame", "session", "tools"
};

// UTF-8 without a byte order mark, and each answer is flushed.
using var input = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));
using var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));
output.AutoFlush = true;
while (input.ReadLine() is { } line)
{
    if (!string.IsNullOrWhiteSpace(line)) output.Write(Answer(line).ToJsonString(Json.Written) + "\n");
}

JsonObject Answer(string line)
{
    var request = JsonDocument.Parse(line, Json.Reading);
    var answer = new JsonObject { ["seq"] = request.RootElement.GetProperty("seq").GetInt64() };
    try
    {
        Json.RefuseLoneSurrogates(line);
        answer["value"] = Value(request.RootElement);
    }
    catch (Refusal refusal)
    {
        answer["error"] = new JsonObject { ["code"] = refusal.Message };
    }
    catch (NotSupportedException error)
    {
        answer["unsupported"] = error.Message;
    }
    return answer;
}

JsonNode? Value(JsonElement request)
{
    var op = request.GetProperty("op").GetString()!;
    if (op == "hello") return Hello();
    if (operations.TryGetValue(op, out var operation)) return operation(request.GetProperty("args"));
    throw new NotSupportedException($"this port has no {op}");
}

JsonNode Hello()
{
    var ops = new JsonArray(operations.Keys.Select(op => (JsonNode?)op).ToArray());
    return new JsonObject { ["protocol"] = 1, ["name"] = "my-port", ["language"] = "csharp", ["ops"] = ops, ["tz"] = null };
}

/// <summary>Throw this where the rules refuse: <c>throw new Refusal("corrupt_schedule_log")</c>.</summary>
sealed class Refusal(string code) : Exception(code);

static partial class Json
{
    /// <summary>64 levels are not enough. Numbers stay as they are spelled: GetDouble reads them (VAL-10).</summary>
    public static readonly JsonDocumentOptions Reading = new() { MaxDepth = 512 };

    /// <summary>In a frame, &lt; is to stay &lt;.</summary>
    public static readonly JsonSerializerOptions Written =
        new() { MaxDepth = 512, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Reads a JSON text, such as that of `decode`.</summary>
    public static JsonElement Read(string text)
    {
        RefuseLoneSurrogates(text);
        try { return JsonDocument.Parse(text, Reading).RootElement; }
        catch (JsonException) { throw new Refusal("corrupt_schedule_log"); }
    }

    /// <summary>GetString throws at one, although strings could hold it.</summary>
    public static void RefuseLoneSurrogates(string text)
    {
        if (Escapes().Matches(text).Any(escape => escape.Length == 6))
            throw new NotSupportedException("lone surrogates cannot be read");
    }

    [GeneratedRegex(@"\\(u[dD][89abAB]..\\u[dD][c-fC-F]..|u[dD][89a-fA-F]..|.)")]
    private static partial Regex Escapes();
}
