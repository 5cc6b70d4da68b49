//! JSON, which Rust's standard library lacks. Numbers are doubles (VAL-10), objects keep the order
//! of their keys, and of a key that stands twice the last value counts.

use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

const DEEPEST: usize = 500;

impl Json {
    /// The value of a JSON text, and whether U+FFFD stands in it for a lone surrogate.
    pub fn read(text: &str) -> Option<(Json, bool)> {
        let mut reader = Reader { text, at: 0, lone_surrogates: false };
        let value = reader.value(0)?;
        reader.blank();
        (reader.at == text.len()).then_some((value, reader.lone_surrogates))
    }

    pub fn get(&self, name: &str) -> Option<&Json> {
        let Json::Object(members) = self else { return None };
        members.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    pub fn text(text: &str) -> Json {
        Json::Text(text.to_string())
    }

    pub fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
        Json::Object(members.into_iter().map(|(key, value)| (key.to_string(), value)).collect())
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    lone_surrogates: bool,
}

impl Reader<'_> {
    fn rest(&self) -> &[u8] {
        &self.text.as_bytes()[self.at..]
    }

    fn take(&mut self, token: &str) -> Option<()> {
        self.rest().starts_with(token.as_bytes()).then(|| self.at += token.len())
    }

    fn skip(&mut self, wanted: impl Fn(u8) -> bool) -> usize {
        let length = self.rest().iter().take_while(|byte| wanted(**byte)).count();
        self.at += length;
        length
    }

    fn blank(&mut self) {
        self.skip(|byte| b" \t\n\r".contains(&byte));
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        self.blank();
        match *self.rest().first()? {
            _ if depth > DEEPEST => None,
            b'n' => self.take("null").map(|()| Json::Null),
            b't' => self.take("true").map(|()| Json::Bool(true)),
            b'f' => self.take("false").map(|()| Json::Bool(false)),
            b'"' => self.string().map(Json::Text),
            b'[' => self.items("[", "]", |reader| reader.value(depth + 1)).map(Json::List),
            b'{' => self.items("{", "}", |reader| reader.member(depth + 1)).map(Json::Object),
            _ => self.number().map(Json::Number),
        }
    }

    fn member(&mut self, depth: usize) -> Option<(String, Json)> {
        self.blank();
        let key = self.string()?;
        self.blank();
        self.take(":")?;
        Some((key, self.value(depth)?))
    }

    fn items<T>(
        &mut self,
        open: &str,
        close: &str,
        item: impl Fn(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        let mut items = Vec::new();
        self.take(open)?;
        self.blank();
        if self.take(close).is_some() {
            return Some(items);
        }
        loop {
            items.push(item(self)?);
            self.blank();
            if self.take(close).is_some() {
                return Some(items);
            }
            self.take(",")?;
        }
    }

    fn number(&mut self) -> Option<f64> {
        let start = self.at;
        let _ = self.take("-");
        if self.take("0").is_none() && self.digits() == 0 {
            return None;
        }
        if self.take(".").is_some() && self.digits() == 0 {
            return None;
        }
        if self.take("e").or_else(|| self.take("E")).is_some() {
            let _ = self.take("+").or_else(|| self.take("-"));
            if self.digits() == 0 {
                return None;
            }
        }
        self.text[start..self.at].parse().ok() // infinite where it is beyond the doubles
    }

    fn digits(&mut self) -> usize {
        self.skip(|byte| byte.is_ascii_digit())
    }

    fn string(&mut self) -> Option<String> {
        self.take("\"")?;
        let mut units = Vec::new();
        loop {
            let start = self.at;
            self.skip(|byte| byte >= b' ' && byte != b'"' && byte != b'\\');
            units.extend(self.text[start..self.at].encode_utf16());
            if self.take("\"").is_some() {
                self.lone_surrogates |= char::decode_utf16(units.iter().copied()).any(|c| c.is_err());
                return Some(String::from_utf16_lossy(&units));
            }
            self.take("\\")?;
            units.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Option<u16> {
        let letter = *self.rest().first()?;
        self.at += 1;
        if letter != b'u' {
            let place = b"\"\\/bfnrt".iter().position(|each| *each == letter)?;
            return Some(u16::from(b"\"\\/\x08\x0c\n\r\t"[place]));
        }
        let digits = self.text.get(self.at..self.at + 4)?;
        self.at += 4;
        let hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        hex.then(|| u16::from_str_radix(digits, 16).ok()).flatten()
    }
}

impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => write!(out, "null"),
            Json::Bool(value) => write!(out, "{value}"),
            Json::Number(value) if value.abs() < 1e15 => write!(out, "{value}"),
            Json::Number(value) => write!(out, "{value:e}"), // else zeros for the digits it lacks
            Json::Text(value) => write_string(out, value),
            Json::List(items) => {
                write!(out, "[")?;
                for (place, item) in items.iter().enumerate() {
                    write!(out, "{}{item}", if place > 0 { "," } else { "" })?;
                }
                write!(out, "]")
            }
            Json::Object(members) => {
                write!(out, "{{")?;
                for (place, (key, value)) in members.iter().enumerate() {
                    write!(out, "{}", if place > 0 { "," } else { "" })?;
                    write_string(out, key)?;
                    write!(out, ":{value}")?;
                }
                write!(out, "}}")
            }
        }
    }
}

fn write_string(out: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    write!(out, "\"")?;
    for character in text.chars() {
        match character {
            '"' | '\\' => write!(out, "\\{character}")?,
            '\0'..='\x1f' => write!(out, "\\u{:04x}", u32::from(character))?,
            _ => write!(out, "{character}")?,
        }
    }
    write!(out, "\"")
}
