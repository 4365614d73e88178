// SPDX-License-Identifier: Apache-2.0
package main

import (
	"bytes"
	"reflect"
	"strings"

	"codeberg.org/sbinet/npyio/npy"
)

func readNpyio(raw []byte) (array, error) {
	reader, err := npy.NewReader(bytes.NewReader(raw))
	if err != nil {
		return array{}, err
	}
	var read npy.Array
	if err := reader.Read(&read); err != nil {
		return array{}, err
	}
	descr := strings.Trim(reader.Header.Descr.Type, "'")
	return array{descr, read.Fortran(), read.Shape(), read.Data()}, nil
}

func writeNpyio(given array) ([]byte, error) {
	if strings.HasPrefix(given.descr, ">") {
		return nil, notOffered("big-endian numbers are not written")
	}
	count := 1
	for _, size := range given.shape {
		count *= size
		if size > 1<<20 {
			return nil, notOffered("so many slices")
		}
	}
	if count != reflect.ValueOf(given.elements).Len() {
		return nil, notOffered("slices in slices have as many elements as their shape says")
	}
	to := new(bytes.Buffer)
	err := npy.Write(to, nested(reflect.ValueOf(given.elements), given.shape).Interface())
	return to.Bytes(), err
}
