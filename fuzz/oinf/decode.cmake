hallmark_fuzz_models(oinf)
