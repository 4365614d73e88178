// SPDX-License-Identifier: Apache-2.0
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"
	"strings"

	"github.com/kshedden/gonpy"
)

// method names the one of a reader or writer for a type of elements: GetFloat32, WriteFloat32.
func method(of any, verb, descr string) (reflect.Value, error) {
	element, known := types[descr]
	if !known {
		return reflect.Value{}, fmt.Errorf("no method for %q", descr)
	}
	name := element.String()
	found := reflect.ValueOf(of).MethodByName(verb + strings.ToUpper(name[:1]) + name[1:])
	if !found.IsValid() {
		return found, notOffered("elements of the type " + descr)
	}
	return found, nil
}

func readGonpy(raw []byte) (array, error) {
	reader, err := gonpy.NewReader(bytes.NewReader(raw))
	if err != nil {
		return array{}, err
	}
	get, err := method(reader, "Get", reader.Dtype)
	if err != nil {
		return array{}, err
	}
	got := get.Call(nil)
	if !got[1].IsNil() {
		return array{}, got[1].Interface().(error)
	}
	return array{mark(types[reader.Dtype]) + reader.Dtype, reader.ColumnMajor, reader.Shape, got[0].Interface()}, nil
}

type closer struct{ *bytes.Buffer }

func (closer) Close() error { return nil }

func writeGonpy(given array) ([]byte, error) {
	to := closer{new(bytes.Buffer)}
	writer, err := gonpy.NewWriter(to)
	if err != nil {
		return nil, err
	}
	writer.Shape = given.shape
	if strings.HasPrefix(given.descr, ">") {
		writer.Endian = binary.BigEndian
	}
	write, err := method(writer, "Write", strings.TrimLeft(given.descr, "<>|"))
	if err != nil {
		return nil, err
	}
	err, _ = write.Call([]reflect.Value{reflect.ValueOf(given.elements)})[0].Interface().(error)
	return to.Bytes(), err
}
