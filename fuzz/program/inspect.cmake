# SPDX-License-Identifier: Apache-2.0
hallmark_fuzz_rooms(show)
