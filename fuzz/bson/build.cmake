# Inputs are operations, not documents, so seeds and dictionary of the family are of no use.
set(own_language TRUE)
