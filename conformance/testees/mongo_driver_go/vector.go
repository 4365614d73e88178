// SPDX-License-Identifier: Apache-2.0
package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"

	"go.mongodb.org/mongo-driver/v2/bson"
	testee "hallmark.invalid/testee"
)

// vector is one of the common model; document and path stand beside those of a document.
type vector struct {
	Document *int        `json:"document,omitempty"`
	Path     string      `json:"path,omitempty"`
	Dtype    string      `json:"dtype"`
	Padding  int64       `json:"padding"`
	Data     testee.Data `json:"data"`
}

// littleEndian gives the bytes of elements, the bits of a NaN unchanged.
func littleEndian(elements any) testee.Data {
	var out bytes.Buffer
	if err := binary.Write(&out, binary.LittleEndian, elements); err != nil {
		panic(err)
	}
	return testee.DataOf(out.Bytes())
}

func vectorOf(read bson.Binary) (*vector, error) {
	from, err := bson.NewVectorFromBinary(read)
	if err != nil {
		return nil, err
	}
	if elements, ok := from.Int8OK(); ok {
		return &vector{Dtype: "int8", Data: littleEndian(elements)}, nil
	}
	if elements, ok := from.Float32OK(); ok {
		return &vector{Dtype: "float32", Data: littleEndian(elements)}, nil
	}
	bits, padding := from.PackedBit()
	return &vector{Dtype: "packed_bit", Padding: int64(padding), Data: testee.DataOf(bits)}, nil
}

func encodeVector(text json.RawMessage) (testee.Object, error) {
	var value vector
	if err := json.Unmarshal(text, &value); err != nil {
		return nil, err
	}
	raw, err := value.Data.Bytes()
	if err != nil {
		return nil, err
	}
	if value.Dtype == "packed_bit" {
		if value.Padding != int64(uint8(value.Padding)) {
			return testee.Unsupported("the padding is a uint8"), nil
		}
		bits, err := bson.NewPackedBitVector(raw, uint8(value.Padding))
		if err != nil {
			return nil, err
		}
		return testee.Encoded(bits.Binary().Data), nil
	}
	if value.Padding != 0 {
		return testee.Unsupported("these two take no padding"), nil
	}
	if value.Dtype == "int8" {
		return encodeElements[int8](raw)
	}
	return encodeElements[float32](raw)
}

func encodeElements[Element int8 | float32](raw []byte) (testee.Object, error) {
	var one Element
	if len(raw)%binary.Size(one) != 0 {
		return testee.Unsupported("the elements are whole numbers of Go"), nil
	}
	elements := make([]Element, len(raw)/binary.Size(one))
	if err := binary.Read(bytes.NewReader(raw), binary.LittleEndian, elements); err != nil {
		return nil, err
	}
	return testee.Encoded(bson.NewVector(elements).Binary().Data), nil
}
