# The choice of a layout is in conformance/examine; its source is compiled into the target, so that an engine can instrument it.
set(more_sources ${root}/conformance/examine/layouts.cpp)
