# Statistics of tensors: against a plain computation, for every type.
hallmark_test(statistics_test SOURCES statistics_floats.cpp statistics_oracle.cpp statistics_rounding.cpp LIBRARIES hallmark_kit)
