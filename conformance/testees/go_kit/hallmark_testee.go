// SPDX-License-Identifier: Apache-2.0
// Package testee speaks Hallmark's testee protocol, so that a testee only decodes and encodes. See README.md beside it.
package testee

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

type Object map[string]any

// Format is what is offered of a format. Judge replies Accepted to "decode", Encoded to "encode", or Unsupported. An
// error is a rejection; a panic is one by an error that the implementation does not document.
type Format struct {
	Name     string                        `json:"format"`
	Ops      []string                      `json:"ops"`
	Features []string                      `json:"features,omitempty"`
	Options  bool                          `json:"-"` // whether Judge looks at request.Options
	Judge    func(Request) (Object, error) `json:"-"`
}

type Request struct {
	Cmd, Op, Format string
	Seq             any
	Input           Data            // what to decode
	Value           json.RawMessage // what to encode
	Options         Object
}

// Data is an input, or the member of a value that holds tensor data. In a request large ones are a file.
type Data struct {
	Base64 []byte `json:"base64"`
	Path   string `json:"path,omitempty"`
}

func (data Data) Bytes() ([]byte, error) {
	if data.Path != "" {
		return os.ReadFile(data.Path)
	}
	return data.Base64, nil
}

func DataOf(raw []byte) Data        { return Data{Base64: append([]byte{}, raw...)} } // nil would be null in JSON
func Accepted(value any) Object     { return Object{"result": "accepted", "value": value} }
func Encoded(output []byte) Object  { return Object{"result": "encoded", "output": DataOf(output)} }
func Unsupported(why string) Object { return Object{"result": "unsupported", "reason": why} }

func (format Format) answer(request Request) (reply Object) {
	defer func() {
		if panicked := recover(); panicked != nil {
			reply = Object{"result": "rejected", "error": Object{"message": fmt.Sprint(panicked), "unexpected": true}}
		}
	}()
	reply, err := format.Judge(request)
	if err != nil {
		reply = Object{"result": "rejected", "error": Object{"message": err.Error()}}
	}
	return reply
}

// Serve answers the lines of standard input. implementation: name, version, language, homepage.
func Serve(implementation Object, formats ...Format) {
	for lines := bufio.NewReader(os.Stdin); ; {
		line, _ := lines.ReadBytes('\n')
		var request Request
		err := json.Unmarshal(line, &request)
		if len(line) == 0 || request.Cmd == "stop" {
			return
		}
		reply := Unsupported("command, format, operation or option not offered")
		if err != nil || request.Cmd == "" {
			reply = Object{"result": "failed", "message": fmt.Sprint("no JSON object with a command: ", err)}
		} else if request.Cmd == "hello" {
			reply = Object{"protocol": 1, "implementation": implementation, "capabilities": formats}
		}
		for _, format := range formats {
			if request.Cmd == "run" && request.Format == format.Name && (format.Options || len(request.Options) == 0) {
				reply = format.answer(request)
			}
		}
		reply["seq"] = request.Seq
		if err := json.NewEncoder(os.Stdout).Encode(reply); err != nil { // one line, in one write
			panic(err)
		}
	}
}
