hallmark_fuzz_rooms(oracle)
