// SPDX-License-Identifier: Apache-2.0
// Testee for packages in Go that read npy: npy-testee npyio | gonpy | gorgonia-tensor. All of them also write.
package main

import (
	"encoding/json"
	"errors"
	"os"
	"path"
	"runtime/debug"
	"strings"
	"syscall"

	testee "hallmark.invalid/testee"
)

type library struct {
	module   string
	features []string
	lacks    string // kinds that the package does not know, as the type strings begin
	read     func(raw []byte) (array, error)
	write    func(given array) ([]byte, error)
}

var libraries = map[string]library{
	"npyio":           {"codeberg.org/sbinet/npyio", []string{"fortran-order", "big-endian", "text"}, "[ V m M", readNpyio, writeNpyio},
	"gonpy":           {"github.com/kshedden/gonpy", []string{"fortran-order", "big-endian"}, "[ b f2 S U V m M", readGonpy, writeGonpy},
	"gorgonia-tensor": {"gorgonia.org/tensor", nil, "[ f2 S U V m M", readGorgonia, writeGorgonia},
}

// notOffered is a reply, not a rejection: what the package does not map.
type notOffered string

func (why notOffered) Error() string { return string(why) }

// offers is an error for a type that the package lacks.
func (one library) offers(descr string) error {
	for _, kind := range strings.Fields(one.lacks) {
		if strings.HasPrefix(strings.TrimLeft(descr, "<>|"), kind) {
			return notOffered("elements of the type " + descr)
		}
	}
	return nil
}

func (one library) judge(request testee.Request) (testee.Object, error) {
	if request.Op == "encode" {
		return one.encode(request.Value)
	}
	raw, err := request.Input.Bytes()
	if err != nil {
		return nil, err
	}
	if err := one.offers(named(raw)); err != nil {
		return nil, err
	}
	read, err := one.read(raw)
	if err != nil {
		return nil, err
	}
	return testee.Accepted(read.value()), nil
}

func (one library) encode(value json.RawMessage) (testee.Object, error) {
	given, err := arrayOf(value)
	if err == nil {
		err = one.offers(given.descr)
	}
	if err != nil {
		return nil, err
	}
	raw, err := one.write(given)
	return testee.Encoded(raw), err
}

const memory = 2 << 30 // address space: a package that asks for more ends the process

func main() {
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: memory, Max: memory}); err != nil {
		panic(err)
	}
	one, version := libraries[os.Args[1]], ""
	build, _ := debug.ReadBuildInfo()
	for _, dependency := range build.Deps {
		if dependency.Path == one.module {
			version = strings.TrimPrefix(dependency.Version, "v")
		}
	}
	judge := func(request testee.Request) (testee.Object, error) {
		reply, err := one.judge(request)
		var why notOffered
		if errors.As(err, &why) {
			return testee.Unsupported(why.Error()), nil
		}
		return reply, err
	}
	testee.Serve(testee.Object{"name": path.Base(one.module), "version": version, "language": "go", "homepage": "https://" + one.module},
		testee.Format{Name: "npy", Ops: []string{"decode", "encode"}, Features: one.features, Judge: judge})
}
