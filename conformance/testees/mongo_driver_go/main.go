// SPDX-License-Identifier: Apache-2.0
// Testee for the package bson of mongo-driver: testee unmarshal|stream|raw, the three ways it has to read documents.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	testee "hallmark.invalid/testee"
)

const module = "go.mongodb.org/mongo-driver/v2"

// read is one way to read: next gives the value of the next document.
type read func(input *bufio.Reader) (next func() (any, error))

var modes = map[string]read{
	"unmarshal": func(input *bufio.Reader) func() (any, error) {
		return func() (any, error) {
			raw, err := bson.ReadDocument(input)
			if err != nil {
				return nil, err
			}
			var document bson.D
			err = bson.Unmarshal(raw, &document)
			return document, err
		}
	},
	"stream": func(input *bufio.Reader) func() (any, error) {
		decoder := bson.NewDecoder(bson.NewDocumentReader(input)) // takes no second buffer
		return func() (any, error) {
			var document bson.D
			err := decoder.Decode(&document)
			return document, err
		}
	},
	"raw": func(input *bufio.Reader) func() (any, error) {
		return func() (any, error) { return bson.ReadDocument(input) }
	},
}

type documents struct {
	Documents int      `json:"documents"`
	Vectors   []vector `json:"vectors"`
}

// decodeDocuments looks itself where the input ends: io.EOF may also mean that it ends inside of a document.
func decodeDocuments(raw []byte, mode read) (*documents, error) {
	input := bufio.NewReader(bytes.NewReader(raw))
	next := mode(input)
	found := &documents{Vectors: []vector{}}
	for ; ; found.Documents++ {
		if _, err := input.Peek(1); err == io.EOF {
			return found, nil
		}
		document, err := next()
		if err != nil {
			return nil, err
		}
		at := position{found, fmt.Sprintf("documents[%d]", found.Documents)}
		if err := at.walk(document); err != nil {
			return nil, err
		}
	}
}

func judge(mode read) func(testee.Request) (testee.Object, error) {
	judged := 0
	return func(request testee.Request) (testee.Object, error) {
		if judged++; judged%1000 == 0 {
			debug.FreeOSMemory()
		}
		if request.Op == "encode" {
			return encodeVector(request.Value)
		}
		raw, err := request.Input.Bytes()
		if err != nil {
			return nil, err
		}
		if request.Format == "bson" {
			value, err := decodeDocuments(raw, mode)
			return testee.Accepted(value), err
		}
		value, err := vectorOf(bson.Binary{Subtype: bson.TypeBinaryVector, Data: raw})
		return testee.Accepted(value), err
	}
}

func version() string {
	build, _ := debug.ReadBuildInfo()
	for _, dependency := range build.Deps {
		if dependency.Path == module {
			return strings.TrimPrefix(dependency.Version, "v")
		}
	}
	return ""
}

func main() {
	mode := strings.Join(os.Args[1:], " ")
	reads, known := modes[mode]
	if !known {
		fmt.Fprintln(os.Stderr, "usage: testee unmarshal|stream|raw")
		os.Exit(4)
	}
	// Memory that the collector hands out a second time is cleared and counts as used, so that what is over budget would
	// depend on the vector before. So it only runs now and then, and gives everything back.
	debug.SetGCPercent(-1)
	formats := []testee.Format{{Name: "bson", Ops: []string{"decode"}, Features: []string{"subtype-9"}, Judge: judge(reads)}}
	name := "mongo-go-driver-" + mode
	if mode == "unmarshal" { // the other two read and write vectors as it does
		name = "mongo-go-driver"
		formats = append(formats, testee.Format{Name: "bson-vector", Ops: []string{"decode", "encode"}, Judge: judge(reads)})
	}
	testee.Serve(testee.Object{"name": name, "version": version(), "language": "go",
		"homepage": "https://github.com/mongodb/mongo-go-driver"}, formats...)
}
