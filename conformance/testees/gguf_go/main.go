// SPDX-License-Identifier: Apache-2.0
// Testee for packages in Go that read GGUF: gguf-testee gguf-parser-go | ollama-ggml | ollama-gguf. The second also writes.
package main

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"

	testee "hallmark.invalid/testee"
)

type reader struct {
	module   string
	features []string
	read     func(path string, raw []byte) (testee.Object, error)
	write    func(value json.RawMessage) (testee.Object, error)
}

var readers = map[string]reader{
	"gguf-parser-go": {"github.com/gpustack/gguf-parser-go", []string{"version-2", "nested-arrays"}, gpustack, nil},
	"ollama-ggml":    {"github.com/ollama/ollama", []string{"version-2"}, ollamaGGML, writeOllama},
	"ollama-gguf":    {"github.com/ollama/ollama", []string{"version-2"}, ollamaGGUF, nil},
}

func (one reader) decode(request testee.Request) (testee.Object, error) {
	raw, err := request.Input.Bytes()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "model.gguf")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		return nil, err
	}
	return one.read(path, raw)
}

func (one reader) judge(request testee.Request) (reply testee.Object, err error) {
	if request.Op == "encode" {
		reply, err = one.write(request.Value)
	} else {
		reply, err = one.decode(request)
	}
	var why notOffered
	if errors.As(err, &why) {
		return testee.Unsupported(why.Error()), nil
	}
	return reply, err
}

const memory = 2 << 30 // address space: a package that asks for more ends the process

func main() {
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: memory, Max: memory}); err != nil {
		panic(err)
	}
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))
	one, version := readers[os.Args[1]], ""
	build, _ := debug.ReadBuildInfo()
	for _, dependency := range build.Deps {
		if dependency.Path == one.module {
			version = strings.TrimPrefix(dependency.Version, "v")
		}
	}
	ops := []string{"decode"}
	if one.write != nil {
		ops = append(ops, "encode")
	}
	testee.Serve(testee.Object{"name": filepath.Base(one.module), "version": version, "language": "go", "homepage": "https://" + one.module},
		testee.Format{Name: "gguf", Ops: ops, Features: one.features, Judge: one.judge})
}
