// SPDX-License-Identifier: Apache-2.0
package main

import (
	"bytes"
	"reflect"
	"strings"

	"gorgonia.org/tensor"
)

// described gives the type string of an element, int and uint being as wide as a word.
func described(element reflect.Type) string {
	for code, known := range types {
		if known.Kind() == element.Kind() {
			return mark(element) + code
		}
	}
	return map[reflect.Kind]string{reflect.Int: "<i8", reflect.Uint: "<u8"}[element.Kind()]
}

func mark(element reflect.Type) string {
	if element.Size() == 1 {
		return "|"
	}
	return "<"
}

func readGorgonia(raw []byte) (array, error) {
	dense := new(tensor.Dense)
	if err := dense.ReadNpy(bytes.NewReader(raw)); err != nil {
		return array{}, err
	}
	return array{described(dense.Dtype().Type), false, dense.Shape(), dense.Data()}, nil
}

func writeGorgonia(given array) ([]byte, error) {
	if strings.HasPrefix(given.descr, ">") {
		return nil, notOffered("big-endian numbers are not written")
	}
	options := []tensor.ConsOpt{tensor.WithShape(given.shape...), tensor.WithBacking(given.elements)}
	if len(given.shape) == 0 {
		options = []tensor.ConsOpt{tensor.FromScalar(reflect.ValueOf(given.elements).Index(0).Interface())}
	}
	to := new(bytes.Buffer)
	err := tensor.New(options...).WriteNpy(to)
	return to.Bytes(), err
}
