# SPDX-License-Identifier: Apache-2.0
hallmark_fuzz_models(oinf)
# Inputs are tapes of choices, not files, so seeds and dictionary of the family are of no use.
set(own_language TRUE)
