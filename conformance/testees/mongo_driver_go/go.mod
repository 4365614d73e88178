module hallmark.invalid/mongo-driver-testee

go 1.25.0

require go.mongodb.org/mongo-driver/v2 v2.10.0

require hallmark.invalid/testee v0.0.0

replace hallmark.invalid/testee => ../go_kit
