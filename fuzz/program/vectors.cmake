hallmark_fuzz_rooms(suite)
