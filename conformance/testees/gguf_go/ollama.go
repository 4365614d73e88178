// SPDX-License-Identifier: Apache-2.0
package main

import (
	gobytes "bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/ollama/ollama/fs/ggml"
	"github.com/ollama/ollama/fs/gguf"
	testee "hallmark.invalid/testee"
)

const counted = "general.parameter_count" // a pair that ggml.Decode makes itself

// ollamaGGML reads by ggml.Decode, which reads headers. Reflection finds the version and the elements of arrays.
func ollamaGGML(path string, raw []byte) (testee.Object, error) {
	opened, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	model, err := ggml.Decode(opened, -1)
	if err != nil {
		return nil, err
	}
	metadata, tensors := []testee.Object{}, []testee.Object{}
	for key, value := range model.KV() {
		if is := reflect.ValueOf(value); is.Kind() == reflect.Pointer {
			metadata = append(metadata, pairOf(key, is.Elem().FieldByName("values")))
		} else if key != counted || gobytes.Contains(raw, []byte(counted)) {
			metadata = append(metadata, pairOf(key, is))
		}
	}
	for _, one := range model.Tensors().Items() {
		if one.Size() == 0 && one.Elements() != 0 && current(one.Kind) {
			return nil, notOffered("a type of tensors whose size the package does not know")
		}
		bytes, err := sliced(raw, model.Tensors().Offset, one.Offset, one.Size())
		if err != nil {
			return nil, err
		}
		tensors = append(tensors, tensor(one.Name, one.Kind, one.Shape, bytes))
	}
	container := reflect.ValueOf(*model).FieldByName("container").Elem().Elem()
	return file(container.FieldByName("Version").Uint(), metadata, tensors), nil
}

// ollamaGGUF reads by gguf.Open, and the data by TensorReader. Its iterators end where they cannot go on.
func ollamaGGUF(path string, _ []byte) (testee.Object, error) {
	opened, err := gguf.Open(path)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	metadata, tensors := []testee.Object{}, []testee.Object{}
	for _, one := range opened.KeyValues() {
		metadata = append(metadata, pairOf(one.Key, reflect.ValueOf(one.Value).FieldByName("value").Elem()))
	}
	if len(metadata) != opened.NumKeyValues() {
		return nil, fmt.Errorf("%d of %d pairs", len(metadata), opened.NumKeyValues())
	}
	for _, one := range opened.TensorInfos() {
		var bytes []byte
		if one.NumBytes() != 0 {
			_, reader, err := opened.TensorReader(one.Name)
			if err != nil {
				return nil, err
			}
			if bytes, err = io.ReadAll(reader); err != nil || int64(len(bytes)) != one.NumBytes() {
				return nil, fmt.Errorf("%d of %d bytes of %q: %v", len(bytes), one.NumBytes(), one.Name, err)
			}
		} else if one.NumValues() != 0 && current(uint32(one.Type)) {
			return nil, notOffered("a type of tensors whose size the package does not know")
		}
		tensors = append(tensors, tensor(one.Name, uint32(one.Type), one.Shape, bytes))
	}
	if len(tensors) != opened.NumTensors() {
		return nil, fmt.Errorf("%d of %d tensors", len(tensors), opened.NumTensors())
	}
	return file(uint64(opened.Version), metadata, tensors), nil
}

type given struct {
	Version   int    `json:"version"`
	ByteOrder string `json:"byte_order"`
	Metadata  []struct {
		Key   string          `json:"key"`
		Type  string          `json:"type"`
		Value json.RawMessage `json:"value"`
	} `json:"metadata"`
	Tensors []struct {
		Name  string        `json:"name"`
		DType string        `json:"dtype"`
		Shape []json.Number `json:"shape"`
		Data  testee.Data   `json:"data"`
	} `json:"tensors"`
}

// writable makes a value of a pair that WriteGGUF takes, of the bytes of length elements.
func writable(kind string, length int, raw []byte) (any, error) {
	makes := map[string]any{"i32": make([]int32, length), "i64": make([]int64, length), "u32": make([]uint32, length),
		"f32": make([]float32, length), "bool": make([]bool, length)}
	if kind == "string" {
		texts := []string{}
		for len(raw) != 0 {
			size := 8 + binary.LittleEndian.Uint64(raw)
			texts, raw = append(texts, string(raw[8:size])), raw[size:]
		}
		return texts, nil
	}
	made, known := makes[kind]
	if !known {
		return nil, notOffered("arrays of this type are not written")
	}
	return made, binary.Read(gobytes.NewReader(raw), binary.LittleEndian, made)
}

func valueOf(kind string, value json.RawMessage) (any, error) {
	var data testee.Data
	var of struct {
		Type   string      `json:"type"`
		Length json.Number `json:"length"`
		Data   testee.Data `json:"data"`
	}
	text := string(value)
	switch kind {
	case "string":
		var made string
		if json.Unmarshal(value, &made) == nil {
			return made, nil
		}
		err := json.Unmarshal(value, &data)
		return string(data.Base64), err
	case "bool":
		return text == "true", nil
	case "f32":
		var made float32
		err := json.Unmarshal(value, &data)
		if err == nil {
			err = binary.Read(gobytes.NewReader(data.Base64), binary.LittleEndian, &made)
		}
		return made, err
	case "array":
		if err := json.Unmarshal(value, &of); err != nil {
			return nil, err
		}
		raw, err := of.Data.Bytes()
		if err != nil {
			return nil, err
		}
		length, err := of.Length.Int64()
		if err != nil {
			return nil, err
		}
		return writable(of.Type, int(length), raw)
	case "i32", "i64", "u32", "u64":
		makes := map[string]any{"i32": new(int32), "i64": new(int64), "u32": new(uint32), "u64": new(uint64)}
		err := json.Unmarshal([]byte(strings.Trim(text, `"`)), makes[kind])
		return reflect.ValueOf(makes[kind]).Elem().Interface(), err
	}
	return nil, notOffered("values of this type are not written")
}

// writeOllama writes by WriteGGUF, which writes models: keys of no known part get the architecture before them.
func writeOllama(value json.RawMessage) (testee.Object, error) {
	var all given
	if err := json.Unmarshal(value, &all); err != nil {
		return nil, err
	}
	if all.Version != 3 || all.ByteOrder != "little" {
		return nil, notOffered("little-endian files of version 3 alone are written")
	}
	pairs, names := ggml.KV{}, map[string]bool{}
	for _, one := range all.Metadata {
		made, err := valueOf(one.Type, one.Value)
		if err != nil {
			return nil, err
		}
		if _, twice := pairs[one.Key]; twice {
			return nil, notOffered("pairs are a map, which holds a key once")
		}
		pairs[one.Key] = made
	}
	architecture := pairs.String("general.architecture")
	if architecture == "" {
		return nil, notOffered("a file without architecture is not written")
	}
	for key := range pairs {
		part, _, _ := strings.Cut(key, ".")
		if !slices.Contains([]string{architecture, "general", "adapter", "tokenizer"}, part) || part == key {
			return nil, notOffered("other keys get the architecture before them")
		}
	}
	var tensors []*ggml.Tensor
	for _, one := range all.Tensors {
		kind, raw := slices.Index(dtypes, one.DType), one.Data.Base64
		if one.Data.Path != "" || names[one.Name] {
			return nil, notOffered("large data, or a name twice")
		}
		names[one.Name] = true
		made := &ggml.Tensor{Name: one.Name, Kind: uint32(kind), WriterTo: gobytes.NewReader(raw)}
		for _, size := range slices.Backward(one.Shape) {
			var number uint64
			if _, err := fmt.Sscan(size.String(), &number); err != nil {
				return nil, err
			}
			made.Shape = append(made.Shape, number)
		}
		if made.Size() != uint64(len(raw)) {
			return nil, notOffered("a type of tensors whose size the package does not know")
		}
		tensors = append(tensors, made)
	}
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	output, err := os.Create(filepath.Join(folder, "model.gguf"))
	if err != nil {
		return nil, err
	}
	defer output.Close()
	if err := ggml.WriteGGUF(output, pairs, tensors); err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(output.Name())
	return testee.Encoded(raw), err
}
