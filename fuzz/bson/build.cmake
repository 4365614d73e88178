# SPDX-License-Identifier: Apache-2.0
hallmark_fuzz_generator(bson)
hallmark_fuzz_generator(bson_vector)
# Inputs are choices, not documents, so seeds and dictionary of the family are of no use.
set(own_language TRUE)
