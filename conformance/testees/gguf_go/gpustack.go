// SPDX-License-Identifier: Apache-2.0
package main

import (
	"reflect"

	parser "github.com/gpustack/gguf-parser-go"
	testee "hallmark.invalid/testee"
)

// gpustack reads by ParseGGUFFile, which reads headers.
func gpustack(path string, raw []byte) (testee.Object, error) {
	opened, err := parser.ParseGGUFFile(path)
	if err != nil {
		return nil, err
	}
	metadata, tensors := []testee.Object{}, []testee.Object{}
	for _, one := range opened.Header.MetadataKV {
		if of, is := one.Value.(parser.GGUFMetadataKVArrayValue); is {
			metadata = append(metadata, pair(one.Key, "array", array(types[of.Type], int(of.Len), flat(of))))
		} else {
			metadata = append(metadata, pairOf(one.Key, reflect.ValueOf(one.Value)))
		}
	}
	for _, one := range opened.TensorInfos {
		bytes, err := sliced(raw, uint64(opened.TensorDataStartOffset), one.Offset, one.Bytes())
		if err != nil {
			return nil, err
		}
		tensors = append(tensors, tensor(one.Name, uint32(one.Type), one.Dimensions, bytes))
	}
	return file(uint64(opened.Header.Version), metadata, tensors), nil
}

// flat gives the elements of an array; an array in it as its type, its length and its elements.
func flat(of parser.GGUFMetadataKVArrayValue) []reflect.Value {
	items := []reflect.Value{}
	for _, item := range of.Array {
		if inner, is := item.(parser.GGUFMetadataKVArrayValue); is {
			items = append(append(items, reflect.ValueOf(uint32(inner.Type)), reflect.ValueOf(inner.Len)), flat(inner)...)
		} else {
			items = append(items, reflect.ValueOf(item))
		}
	}
	return items
}
