# THE REGISTRY: one line for each family, its folder first, then its format ids. `--format auto` tries structures in
# this order.
hallmark_family(kserve kserve-request kserve-response)
hallmark_family(futhark futhark)
hallmark_family(bson bson)
hallmark_family(bson_vector bson-vector)
hallmark_family(oinf oinf)
hallmark_family(bintensors bintensors-v0 bintensors-v1)
