// SPDX-License-Identifier: Apache-2.0
// Testee for github.com/nlpodyssey/safetensors: Deserialize and ReadMetadata read, Serialize writes.
package main

import (
	"encoding/json"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/nlpodyssey/safetensors"
	testee "hallmark.invalid/testee"
)

type tensor struct {
	Name  string        `json:"name"`
	DType string        `json:"dtype"`
	Shape []json.Number `json:"shape"` // which also reads the strings that large numbers are
	Data  testee.Data   `json:"data"`
}

type file struct {
	Metadata map[string]string `json:"metadata"`
	Tensors  []tensor          `json:"tensors"`
}

func decode(raw []byte) (testee.Object, error) {
	opened, err := safetensors.Deserialize(raw)
	if err != nil {
		return nil, err
	}
	_, header, err := safetensors.ReadMetadata(raw)
	value := file{header.Metadata(), []tensor{}}
	for _, one := range opened.Tensors() {
		view, shape := one.TensorView, []json.Number{}
		for _, size := range view.Shape() {
			shape = append(shape, json.Number(strconv.FormatUint(size, 10)))
		}
		value.Tensors = append(value.Tensors, tensor{one.Name, strings.ToLower(view.DType().String()), shape, testee.DataOf(view.Data())})
	}
	return testee.Accepted(value), err
}

func encode(value file) (testee.Object, error) {
	views := map[string]safetensors.TensorView{}
	for _, one := range value.Tensors {
		dtype, err := safetensors.ParseDType(strings.ToUpper(one.DType))
		if _, twice := views[one.Name]; err != nil || twice {
			return testee.Unsupported("not offered: this dtype, or a name twice"), nil
		}
		shape := make([]uint64, len(one.Shape))
		for i, size := range one.Shape {
			if shape[i], err = strconv.ParseUint(size.String(), 10, 64); err != nil {
				return nil, err
			}
		}
		raw, err := one.Data.Bytes()
		if err != nil {
			return nil, err
		}
		if views[one.Name], err = safetensors.NewTensorView(dtype, shape, raw); err != nil {
			return nil, err
		}
	}
	output, err := safetensors.Serialize(views, value.Metadata)
	return testee.Encoded(output), err
}

func judge(request testee.Request) (testee.Object, error) {
	if request.Op == "encode" {
		var value file
		if err := json.Unmarshal(request.Value, &value); err != nil {
			return nil, err
		}
		return encode(value)
	}
	raw, err := request.Input.Bytes()
	if err != nil {
		return nil, err
	}
	return decode(raw)
}

func main() {
	build, _ := debug.ReadBuildInfo()
	module := build.Deps[0]
	testee.Serve(testee.Object{"name": "nlpodyssey/safetensors", "version": strings.TrimPrefix(module.Version, "v"), "language": "go", "homepage": "https://" + module.Path},
		testee.Format{Name: "safetensors", Ops: []string{"decode", "encode"}, Judge: judge})
}
