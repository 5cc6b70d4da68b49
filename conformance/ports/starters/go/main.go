// The beginning of a port of Session-local Schedule: requests on stdin, answers on stdout, one JSON
// object on a line. Nothing else may go to stdout; stderr is free.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
)

type object = map[string]any

// A failure says why an operation has no value: an "error" with one of the ten codes where the rules
// refuse, or "unsupported" for arguments that this port cannot take, with a reason.
type failure object

func (why failure) Error() string { return "no value" }

func refusal(code string) error { return failure{"error": object{"code": code}} }

func unsupported(reason string) error { return failure{"unsupported": reason} }

var operations = map[string]func(args object) (any, error){
	// PORT: call your code here. What stands in this table is asked for, all else is `unsupported`.
	// "decode": func(args object) (any, error) { return schedule.Decode(args) },
	// "fold", "occurrence", "create", "allocate", "view", "due", "frame", "session", "tools"
}

func hello() object {
	ops := []string{}
	for name := range operations {
		ops = append(ops, name)
	}
	return object{"protocol": 1, "name": "my-port", "language": "go", "ops": ops, "tz": nil}
}

func outcome(op string, args object, err error) object {
	operation, found := operations[op]
	var value any
	if op == "hello" {
		value = hello()
	} else if !found {
		err = unsupported("this port has no " + op)
	} else if err == nil {
		value, err = operation(args)
	}
	if why, failed := err.(failure); failed {
		return object(why)
	} else if err != nil { // a defect of this port
		return object{"error": object{"code": "internal_error", "message": err.Error()}}
	}
	return object{"value": value}
}

func main() {
	in := bufio.NewReader(os.Stdin)   // a Scanner ends at lines of 64 KiB
	out := json.NewEncoder(os.Stdout) // not buffered; maps are written in the order of their keys
	out.SetEscapeHTML(false)          // in a frame, < is to stay <
	for line, end := in.ReadBytes('\n'); end == nil; line, end = in.ReadBytes('\n') {
		var request struct {
			Seq  int64
			Op   string
			Args object
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		err := readJSON(line, &request)
		answer := outcome(request.Op, request.Args, err)
		answer["seq"] = request.Seq
		if err := out.Encode(answer); err != nil {
			panic(err)
		}
	}
}
