// SPDX-License-Identifier: Apache-2.0
// What decoders and encoders of every family are declared with.
#pragma once

#include "hallmark/core/api.hpp"
#include "hallmark/core/bytes.hpp"
#include "hallmark/core/decoded.hpp"
#include "hallmark/core/options.hpp"
#include "hallmark/core/scratch.hpp"
#include "hallmark/core/tensor.hpp"
