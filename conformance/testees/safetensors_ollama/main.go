// SPDX-License-Identifier: Apache-2.0
// Testee for the reader of ollama's converter, package convert: parseSafetensors finds the tensors, Tensor.WriteTo reads
// their data. Neither is for users of the package; the linker finds the one, reflection what the other knows.
package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strings"
	_ "unsafe" // for go:linkname

	"github.com/ollama/ollama/convert"
	testee "hallmark.invalid/testee"
)

const (
	module   = "github.com/ollama/ollama"
	unmapped = " I8 I16 U16 I32 U32 I64 U64 F64 BOOL C64 F4 F6_E2M3 F6_E3M2 F8_E8M0 F8_E5M2 F8_E4M3 F8_E4M3FNUZ F8_E5M2FNUZ "
)

//go:linkname parseSafetensors github.com/ollama/ollama/convert.parseSafetensors
func parseSafetensors(from fs.FS, names *strings.Replacer, files ...string) ([]convert.Tensor, error)

// value reads a tensor. WriteTo says whether it can be read; it converts what it writes, so the bytes are taken from where it looks.
func value(one convert.Tensor, raw []byte) (testee.Object, error) {
	is := reflect.ValueOf(one)
	dtype, offset, size := is.FieldByName("dtype").String(), is.FieldByName("offset").Int(), is.FieldByName("size").Int()
	if _, err := one.WriteTo(io.Discard); err != nil {
		if strings.Contains(unmapped, " "+dtype+" ") {
			return nil, nil
		}
		return nil, err
	}
	shape := append([]uint64{}, one.Shape()...)
	return testee.Object{"name": one.Name(), "dtype": strings.ToLower(dtype), "shape": shape, "data": testee.DataOf(raw[offset : offset+size])}, nil
}

func decode(raw []byte) (testee.Object, error) {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if err := os.WriteFile(filepath.Join(folder, "model.safetensors"), raw, 0o600); err != nil {
		return nil, err
	}
	tensors := []testee.Object{}
	found, err := parseSafetensors(os.DirFS(folder), strings.NewReplacer(), "model.safetensors")
	if err != nil {
		return nil, err
	}
	for _, one := range found {
		made, err := value(one, raw)
		if err != nil {
			return nil, err
		}
		if made == nil {
			return testee.Unsupported("a dtype that the converter does not take"), nil
		}
		tensors = append(tensors, made)
	}
	return testee.Accepted(testee.Object{"metadata": nil, "tensors": tensors}), nil
}

func main() {
	version := ""
	build, _ := debug.ReadBuildInfo()
	for _, dependency := range build.Deps {
		if dependency.Path == module {
			version = strings.TrimPrefix(dependency.Version, "v")
		}
	}
	about := testee.Object{"name": "ollama", "version": version, "language": "go", "homepage": fmt.Sprint("https://", module)}
	testee.Serve(about, testee.Format{Name: "safetensors", Ops: []string{"decode"}, Judge: func(request testee.Request) (testee.Object, error) {
		raw, err := request.Input.Bytes()
		if err != nil {
			return nil, err
		}
		return decode(raw)
	}})
}
