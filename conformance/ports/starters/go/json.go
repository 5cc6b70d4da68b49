package main

import (
	"bytes"
	"encoding/json"
	"io"
	"regexp"
	"strconv"
)

var escapes = regexp.MustCompile(`\\(u[dD][89abAB]..\\u[dD][c-fC-F]..|u[dD][89a-fA-F]..|.)`)

// readJSON reads a JSON text, also that of `decode`. Go strings cannot hold a lone surrogate, and
// encoding/json silently puts U+FFFD in its place. A number stays as it is spelled: see double.
func readJSON(text []byte, value any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if decoder.Decode(value) != nil || decoder.Decode(new(any)) != io.EOF {
		return refusal("corrupt_schedule_log")
	}
	for _, escape := range escapes.FindAll(text, -1) {
		if len(escape) == len(`\ud800`) {
			return unsupported("strings cannot hold lone surrogates")
		}
	}
	return nil
}

// double is the value of a number, the nearest double (VAL-10): infinite for 1e400, 300 for 3e2.
func double(number json.Number) float64 {
	value, _ := strconv.ParseFloat(string(number), 64)
	return value
}
