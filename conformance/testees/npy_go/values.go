// SPDX-License-Identifier: Apache-2.0
package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	testee "hallmark.invalid/testee"
)

// array is what a package read, or what it is to write: elements is a slice, or one element.
type array struct {
	descr    string
	fortran  bool // the elements stand in Fortran order
	shape    []int
	elements any
}

// The Go types of elements.
var types = map[string]reflect.Type{
	"b1": reflect.TypeFor[bool](), "i1": reflect.TypeFor[int8](), "i2": reflect.TypeFor[int16](), "i4": reflect.TypeFor[int32](),
	"i8": reflect.TypeFor[int64](), "u1": reflect.TypeFor[uint8](), "u2": reflect.TypeFor[uint16](), "u4": reflect.TypeFor[uint32](),
	"u8": reflect.TypeFor[uint64](), "f4": reflect.TypeFor[float32](), "f8": reflect.TypeFor[float64](),
	"c8": reflect.TypeFor[complex64](), "c16": reflect.TypeFor[complex128](),
}

var (
	descrOf = regexp.MustCompile(`['"]descr['"]\s*:\s*(\[|['"]([^'"]*)['"])`)
	plain   = regexp.MustCompile(`^(\|b1|\|[iu]1|[<>][iuf][248]|[<>]c(8|16)|\|[SV]\d+|[<>]U\d+|[<>][mM]8(\[\w+\])?)$`)
)

// named gives the type that a header names, where it is one of the format; "[" is a structure.
func named(raw []byte) string {
	switch found := descrOf.FindSubmatch(raw); {
	case found == nil:
	case found[1][0] == '[' || plain.Match(found[2]):
		return strings.Trim(string(found[1]), `'"`)
	}
	return ""
}

// bytesOf gives the elements as a little-endian file holds them; text has the size that the type says.
func bytesOf(descr string, elements any) []byte {
	to := new(bytes.Buffer)
	value := reflect.ValueOf(elements)
	if value.Kind() != reflect.Slice {
		value = reflect.Append(reflect.MakeSlice(reflect.SliceOf(value.Type()), 0, 1), value)
	}
	switch one := value.Type().Elem(); {
	case one.Kind() == reflect.String:
		size, _ := strconv.Atoi(descr[2:])
		if descr[1] == 'U' {
			size *= 4
		}
		for i := range value.Len() {
			made := []byte(value.Index(i).String())
			if descr[1] == 'U' {
				made, _ = binary.Append(nil, binary.LittleEndian, []rune(string(made)))
			}
			to.Write(append(made, make([]byte, max(0, size-len(made)))...))
		}
	case one.Implements(reflect.TypeFor[interface{ Uint16() uint16 }]()):
		for i := range value.Len() {
			binary.Write(to, binary.LittleEndian, value.Index(i).Interface().(interface{ Uint16() uint16 }).Uint16())
		}
	case one.Kind() == reflect.Int || one.Kind() == reflect.Uint:
		for i := range value.Len() {
			if one.Kind() == reflect.Int {
				binary.Write(to, binary.LittleEndian, value.Index(i).Int())
			} else {
				binary.Write(to, binary.LittleEndian, value.Index(i).Uint())
			}
		}
	default:
		binary.Write(to, binary.LittleEndian, value.Interface())
	}
	return to.Bytes()
}

// rowMajor puts elements that stand in Fortran order row by row.
func rowMajor(raw []byte, shape []int) []byte {
	count := 1
	for _, size := range shape {
		count *= size
	}
	if count <= 0 || len(raw) == 0 || len(raw)%count != 0 {
		return raw // fewer or more elements than the shape says
	}
	size, made := len(raw)/count, make([]byte, len(raw))
	for at := range count {
		place, rest, stride := 0, at, count
		for axis := len(shape) - 1; axis >= 0; axis-- {
			stride /= shape[axis]
			place += rest % shape[axis] * stride
			rest /= shape[axis]
		}
		copy(made[at*size:][:size], raw[place*size:])
	}
	return made
}

func (one array) value() testee.Object {
	raw := bytesOf(one.descr, one.elements)
	if one.fortran && one.descr[1] != 'S' {
		raw = rowMajor(raw, one.shape)
	}
	shape := append([]int{}, one.shape...)
	return testee.Object{"descr": one.descr, "fortran_order": one.fortran, "shape": shape, "data": testee.DataOf(raw)}
}

// arrayOf gives a value that is to be written; its elements stand row by row.
func arrayOf(value json.RawMessage) (array, error) {
	var given struct {
		Descr   any           `json:"descr"`
		Fortran bool          `json:"fortran_order"`
		Shape   []json.Number `json:"shape"`
		Data    testee.Data   `json:"data"`
	}
	if err := json.Unmarshal(value, &given); err != nil {
		return array{}, err
	}
	descr, isText := given.Descr.(string)
	one, known := types[strings.TrimLeft(descr, "<>|")]
	if !isText || !known {
		return array{}, notOffered("no elements of such a type")
	}
	made := array{descr: descr, shape: []int{}}
	for _, size := range given.Shape {
		number, err := strconv.Atoi(string(size))
		if err != nil {
			return array{}, notOffered("a size that is no int")
		}
		made.shape = append(made.shape, number)
	}
	if given.Fortran {
		return array{}, notOffered("Fortran order is not written")
	}
	raw, err := given.Data.Bytes()
	if err != nil {
		return array{}, err
	}
	slice := reflect.MakeSlice(reflect.SliceOf(one), len(raw)/int(one.Size()), len(raw)/int(one.Size()))
	made.elements = slice.Interface()
	_, err = binary.Decode(raw, binary.LittleEndian, made.elements)
	return made, err
}

// nested gives a slice of slices, or one element, as shape says.
func nested(elements reflect.Value, shape []int) reflect.Value {
	switch len(shape) {
	case 0:
		return elements.Index(0)
	case 1:
		return elements
	}
	size, made := elements.Len()/max(1, shape[0]), reflect.Value{}
	for i := range shape[0] {
		inner := nested(elements.Slice(i*size, (i+1)*size), shape[1:])
		if !made.IsValid() {
			made = reflect.MakeSlice(reflect.SliceOf(inner.Type()), 0, shape[0])
		}
		made = reflect.Append(made, inner)
	}
	if !made.IsValid() {
		return elements
	}
	return made
}
