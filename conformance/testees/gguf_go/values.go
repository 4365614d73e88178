// SPDX-License-Identifier: Apache-2.0
package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	testee "hallmark.invalid/testee"
)

// The types of values, and of tensors, by their numbers in a file.
var (
	types  = strings.Fields("u8 i8 u16 i16 u32 i32 f32 bool string array u64 i64 f64")
	dtypes = strings.Fields("f32 f16 q4_0 q4_1 - - q5_0 q5_1 q8_0 q8_1 q2_k q3_k q4_k q5_k q6_k q8_k iq2_xxs iq2_xs iq3_xxs iq1_s iq4_nl iq3_s " +
		"iq2_s iq4_xs i8 i16 i32 i64 f64 iq1_m bf16 - - - tq1_0 tq2_0 - - - mxfp4 nvfp4 q1_0 q2_0")
	kinds = map[reflect.Kind]string{
		reflect.Uint8: "u8", reflect.Int8: "i8", reflect.Uint16: "u16", reflect.Int16: "i16", reflect.Uint32: "u32", reflect.Int32: "i32",
		reflect.Uint64: "u64", reflect.Int64: "i64", reflect.Float32: "f32", reflect.Float64: "f64", reflect.Bool: "bool", reflect.String: "string",
	}
)

// notOffered is a reply, not a rejection: what the package does not map.
type notOffered string

func (why notOffered) Error() string { return string(why) }

// current says whether a type of tensors is one that a file may have.
func current(kind uint32) bool { return kind < uint32(len(dtypes)) && dtypes[kind] != "-" }

func text(raw string) any {
	if utf8.ValidString(raw) {
		return raw
	}
	return testee.DataOf([]byte(raw))
}

func unsigned(value uint64) any {
	if value < 1<<53 {
		return value
	}
	return strconv.FormatUint(value, 10)
}

func signed(value int64) any {
	if value > -(1<<53) && value < 1<<53 {
		return value
	}
	return strconv.FormatInt(value, 10)
}

// single gives a float32 as it is: a NaN that passes through a float64 is another one.
func single(value reflect.Value) float32 {
	switch {
	case value.CanAddr():
		return *(*float32)(value.Addr().UnsafePointer())
	case value.CanInterface():
		return value.Interface().(float32)
	}
	return float32(value.Float())
}

// bytes gives an element as a little-endian file holds it.
func bytes(value reflect.Value) []byte {
	var wide [8]byte
	var size uintptr = value.Type().Size()
	switch value.Kind() {
	case reflect.String:
		return append(binary.LittleEndian.AppendUint64(nil, uint64(value.Len())), value.String()...)
	case reflect.Bool:
		if value.Bool() {
			wide[0] = 1
		}
	case reflect.Float32:
		binary.LittleEndian.PutUint32(wide[:], math.Float32bits(single(value)))
	case reflect.Float64:
		binary.LittleEndian.PutUint64(wide[:], math.Float64bits(value.Float()))
	default:
		if value.CanInt() {
			binary.LittleEndian.PutUint64(wide[:], uint64(value.Int()))
		} else {
			binary.LittleEndian.PutUint64(wide[:], value.Uint())
		}
	}
	return append([]byte{}, wide[:size]...)
}

// array is one of length elements; an array in it is given as its type, its length and its elements.
func array(kind string, length int, items []reflect.Value) testee.Object {
	raw := []byte{}
	for _, item := range items {
		raw = append(raw, bytes(item)...)
	}
	return testee.Object{"type": kind, "length": length, "data": testee.DataOf(raw)}
}

func pair(key, kind string, value any) testee.Object {
	return testee.Object{"key": text(key), "type": kind, "value": value}
}

// pairOf tells the type of a pair by that of its value.
func pairOf(key string, value reflect.Value) testee.Object {
	switch kind := value.Kind(); {
	case kind == reflect.Slice:
		items := []reflect.Value{}
		for i := range value.Len() {
			items = append(items, value.Index(i))
		}
		return pair(key, "array", array(kinds[value.Type().Elem().Kind()], len(items), items))
	case kind == reflect.String:
		return pair(key, "string", text(value.String()))
	case kind == reflect.Bool:
		return pair(key, "bool", value.Bool())
	case kind == reflect.Float32 || kind == reflect.Float64:
		return pair(key, kinds[kind], testee.DataOf(bytes(value)))
	case value.CanInt():
		return pair(key, kinds[kind], signed(value.Int()))
	default:
		return pair(key, kinds[kind], unsigned(value.Uint()))
	}
}

func tensor(name string, kind uint32, dimensions []uint64, raw []byte) testee.Object {
	shape := []any{}
	for _, size := range slices.Backward(dimensions) {
		shape = append(shape, unsigned(size))
	}
	return testee.Object{"name": text(name), "dtype": dtypes[kind], "shape": shape, "data": testee.DataOf(raw)}
}

// sliced gives the data of a tensor from where a reader of headers says that they lie.
func sliced(raw []byte, start, offset, size uint64) ([]byte, error) {
	if length := uint64(len(raw)); start > length || offset > length-start || size > length-start-offset {
		return nil, fmt.Errorf("the data that the header names are not in the file")
	}
	return raw[start+offset:][:size], nil
}

func file(version uint64, metadata, tensors []testee.Object) testee.Object {
	return testee.Accepted(testee.Object{"version": version, "byte_order": "little", "metadata": metadata, "tensors": tensors})
}
