hallmark_fuzz_rooms(show)
