// SPDX-License-Identifier: Apache-2.0
// BSON by mongo-driver: peer unmarshal|raw WORK FILE. unmarshal makes a bson.D of each document; raw goes through its elements as
// they lie there, into every document. Speaks the protocol of ../README.md.
package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

type work struct {
	pass   func() (int, error)
	answer func() (string, error)
}

type totals struct{ vectors, bytes, sum int }

func (all *totals) add(value any) {
	switch value := value.(type) {
	case bson.D:
		for _, element := range value {
			all.add(element.Value)
		}
	case bson.A:
		for _, element := range value {
			all.add(element)
		}
	case bson.Binary:
		all.binary(value.Subtype, value.Data)
	}
}

func (all *totals) binary(subtype byte, data []byte) {
	if subtype == bson.TypeBinaryVector && len(data) >= 2 {
		all.vectors++
		all.bytes += len(data) - 2
		all.sum += sum(data[2:])
	}
}

// walk adds what it finds to all, unless that is nil.
func walk(raw bson.Raw, all *totals) error {
	elements, err := raw.Elements()
	if err != nil {
		return err
	}
	for _, element := range elements {
		value := element.Value()
		switch value.Type {
		case bson.TypeEmbeddedDocument:
			err = walk(value.Document(), all)
		case bson.TypeArray:
			err = walk(bson.Raw(value.Array()), all)
		case bson.TypeBinary:
			if all != nil {
				all.binary(value.Binary())
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func sum(data []byte) int {
	total := 0
	for _, one := range data {
		total += int(one)
	}
	return total
}

func each(input []byte, read func(document []byte) error) (int, error) {
	documents := 0
	for ; len(input) > 0; documents++ {
		size := int(binary.LittleEndian.Uint32(input))
		if err := read(input[:size]); err != nil {
			return 0, err
		}
		input = input[size:]
	}
	return documents, nil
}

// read is one way to read a document, adding what is in it to totals unless that is nil.
type read func(raw []byte, all *totals) error

var modes = map[string]read{
	"unmarshal": func(raw []byte, all *totals) error {
		var document bson.D
		err := bson.Unmarshal(raw, &document)
		if all != nil {
			all.add(document)
		}
		return err
	},
	"raw": func(raw []byte, all *totals) error { return walk(raw, all) },
}

func documents(mode string, input []byte) work {
	one := modes[mode]
	return work{
		func() (int, error) {
			return each(input, func(raw []byte) error { return one(raw, nil) })
		},
		func() (string, error) {
			var all totals
			count, err := each(input, func(raw []byte) error { return one(raw, &all) })
			return fmt.Sprintf("documents=%d vectors=%d vector_bytes=%d vector_sum=%d", count, all.vectors, all.bytes, all.sum), err
		},
	}
}

func vector(input []byte) work {
	elements := func() (int, error) {
		read, err := bson.NewVectorFromBinary(bson.Binary{Subtype: bson.TypeBinaryVector, Data: input})
		if err != nil {
			return 0, err
		}
		floats, _ := read.Float32OK()
		return len(floats), nil
	}
	return work{elements, func() (string, error) {
		count, err := elements()
		return fmt.Sprintf("elements=%d sum=%d", count, sum(input[2:])), err
	}}
}

func processorTime() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return syscall.TimevalToNsec(usage.Utime) + syscall.TimevalToNsec(usage.Stime)
}

// passes prints the nanoseconds of so many passes, of the processor and by the clock.
func passes(one work, expected *int, number int) error {
	cpu, start := processorTime(), time.Now()
	for range number {
		count, err := one.pass()
		if err != nil {
			return err
		}
		if *expected < 0 {
			*expected = count
		}
		if count != *expected {
			return errors.New("passes do not agree")
		}
	}
	wall := time.Since(start)
	fmt.Println(processorTime()-cpu, wall.Nanoseconds())
	return nil
}

func version() string {
	build, _ := debug.ReadBuildInfo()
	for _, dependency := range build.Deps {
		if strings.HasPrefix(dependency.Path, "go.mongodb.org/") {
			return strings.TrimPrefix(dependency.Version, "v")
		}
	}
	return ""
}

func run(arguments []string) error {
	if len(arguments) != 3 {
		return errors.New("usage: peer unmarshal|raw WORK FILE")
	}
	input, err := os.ReadFile(arguments[2])
	if err != nil {
		return err
	}
	one := documents(arguments[0], input)
	if arguments[1] == "bson-vector" {
		one = vector(input)
	}
	fmt.Printf("loaded %s, %s\n", version(), runtime.Version())
	expected := -1
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		if lines.Text() == "check" {
			answer, err := one.answer()
			if err != nil {
				return err
			}
			fmt.Println(answer)
			continue
		}
		number, err := strconv.Atoi(strings.TrimPrefix(lines.Text(), "run "))
		if err != nil {
			return err
		}
		if err := passes(one, &expected, number); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Println("cannot", strings.ReplaceAll(err.Error(), "\n", " "))
		os.Exit(2)
	}
}
