// SPDX-License-Identifier: Apache-2.0
package main

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// position is a place in the document that is walked; the vectors below it are added to what was found.
type position struct {
	found *documents
	path  string
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// member is the position below a key, written as Hallmark writes it in a path.
func (at position) member(key string) position {
	if identifier.MatchString(key) {
		return position{at.found, at.path + "." + key}
	}
	var quoted strings.Builder
	for i, size := 0, 0; i < len(key); i += size {
		var char rune
		char, size = utf8.DecodeRuneInString(key[i:])
		switch {
		case char == '"' || char == '\\':
			quoted.WriteString(`\` + string(char))
		case char < 32 || char == 127 || char == utf8.RuneError && size == 1:
			fmt.Fprintf(&quoted, `\x%02x`, key[i])
		default:
			quoted.WriteRune(char)
		}
	}
	return position{at.found, at.path + `["` + quoted.String() + `"]`}
}

func (at position) element(i int) position {
	return position{at.found, fmt.Sprintf("%s[%d]", at.path, i)}
}

// walk adds every binary of subtype 9 at any depth, in order.
func (at position) walk(value any) error {
	switch value := value.(type) {
	case bson.D:
		for _, element := range value {
			if err := at.member(element.Key).walk(element.Value); err != nil {
				return err
			}
		}
	case bson.A:
		for i, element := range value {
			if err := at.element(i).walk(element); err != nil {
				return err
			}
		}
	case bson.CodeWithScope:
		return at.walk(value.Scope)
	case bson.Binary:
		if value.Subtype == bson.TypeBinaryVector {
			return at.add(value)
		}
	case bson.Raw:
		return at.walkRaw(value)
	}
	return nil
}

// walkRaw validates a document and what is in it. Raw.Validate looks at the elements of a document, but not into them.
func (at position) walkRaw(raw bson.Raw) error {
	return walkElements(raw, raw.Validate(), func(_ int, key string) position { return at.member(key) })
}

// walkElements goes through a document or an array, unless it is invalid; below is the position of each element.
func walkElements(raw bson.Raw, invalid error, below func(i int, key string) position) error {
	if invalid != nil {
		return invalid
	}
	elements, err := raw.Elements()
	if err != nil {
		return err
	}
	for i, element := range elements {
		key, err := element.KeyErr()
		if err != nil {
			return err
		}
		value, err := element.ValueErr()
		if err != nil {
			return err
		}
		if err := below(i, key).walkRawValue(value); err != nil {
			return err
		}
	}
	return nil
}

func (at position) walkRawValue(value bson.RawValue) error {
	switch value.Type {
	case bson.TypeEmbeddedDocument:
		if document, ok := value.DocumentOK(); ok {
			return at.walkRaw(document)
		}
	case bson.TypeArray:
		if array, ok := value.ArrayOK(); ok {
			return walkElements(bson.Raw(array), array.Validate(), func(i int, _ string) position { return at.element(i) })
		}
	case bson.TypeCodeWithScope:
		if _, scope, ok := value.CodeWithScopeOK(); ok {
			return at.walkRaw(scope)
		}
	case bson.TypeBinary:
		if subtype, data, ok := value.BinaryOK(); ok && subtype == bson.TypeBinaryVector {
			return at.add(bson.Binary{Subtype: subtype, Data: data})
		} else if ok {
			return nil
		}
	default:
		return nil
	}
	return fmt.Errorf("%s cannot be read as what its type says", at.path)
}

func (at position) add(binary bson.Binary) error {
	value, err := vectorOf(binary)
	if err != nil {
		return err
	}
	document := at.found.Documents
	value.Document, value.Path = &document, at.path
	at.found.Vectors = append(at.found.Vectors, *value)
	return nil
}
