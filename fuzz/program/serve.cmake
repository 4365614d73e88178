hallmark_fuzz_rooms(runner)
