// SPDX-License-Identifier: Apache-2.0
// A testee: BSON vectors, decoded and encoded by a few lines of its own. Put your library in their place.
package main

import (
	"encoding/json"
	"errors"
	"fmt"

	testee "hallmark.invalid/testee"
)

var dtypes = map[string]byte{"int8": 0x03, "float32": 0x27, "packed_bit": 0x10}

type vector struct {
	Dtype   string      `json:"dtype"`
	Padding byte        `json:"padding"`
	Data    testee.Data `json:"data"`
}

// check finds what the specification does not allow.
func check(dtype string, padding byte, elements []byte) error {
	switch {
	case padding > 7 || padding != 0 && (dtype != "packed_bit" || len(elements) == 0):
		return errors.New("padding out of range")
	case dtype == "float32" && len(elements)%4 != 0:
		return errors.New("float32 data is no multiple of 4 bytes")
	case padding != 0 && elements[len(elements)-1]&(1<<padding-1) != 0:
		return errors.New("ignored bits are not zero")
	}
	return nil
}

func decode(raw []byte) (*vector, error) {
	if len(raw) < 2 {
		return nil, errors.New("dtype and padding are missing")
	}
	for name, number := range dtypes {
		if number == raw[0] {
			return &vector{name, raw[1], testee.DataOf(raw[2:])}, check(name, raw[1], raw[2:])
		}
	}
	return nil, fmt.Errorf("unknown dtype %d", raw[0])
}

func encode(value vector) ([]byte, error) {
	elements, err := value.Data.Bytes()
	if err != nil {
		return nil, err
	}
	return append([]byte{dtypes[value.Dtype], value.Padding}, elements...), check(value.Dtype, value.Padding, elements)
}

func judge(request testee.Request) (testee.Object, error) {
	if request.Op == "encode" {
		var value vector
		if err := json.Unmarshal(request.Value, &value); err != nil {
			return nil, err
		}
		output, err := encode(value)
		return testee.Encoded(output), err
	}
	raw, err := request.Input.Bytes()
	if err != nil {
		return nil, err
	}
	value, err := decode(raw)
	return testee.Accepted(value), err
}

func main() {
	testee.Serve(testee.Object{"name": "example", "version": "1", "language": "go"},
		testee.Format{Name: "bson-vector", Ops: []string{"decode", "encode"}, Judge: judge})
}
