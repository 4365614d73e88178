module hallmark.invalid/testee

go 1.19
