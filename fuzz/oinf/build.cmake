# Inputs are programs, no files: the seeds and words of the family would only mislead an engine.
set(own_language TRUE)
