module hallmark.invalid/safetensors-testee

go 1.24

require github.com/nlpodyssey/safetensors v0.0.0-20250209183917-bfb01cc25f7c

require hallmark.invalid/testee v0.0.0

replace hallmark.invalid/testee => ../go_kit
