hallmark_fuzz_oracle(oinf)
