#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks what the first minutes with this tree show: the packages are configured without a warning, nothing is compiled twice for
# them, and they name no host; .ci/build says how far it is, and guesses no time too early; .ci/skipped leaves no test out.
#
#   package_test.sh TREE SCRATCH
#
# Exit: 0 as it should be, 1 not.
set -eu
tree=$1
scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch/tools"
fail() { echo "$*"; exit 1; }
# expect FILE LINES...: the file has these lines.
expect() {
  file=$1
  shift
  printf '%s\n' "$@" | diff - "$file" || fail "$file is otherwise"
}

(cd "$tree" && cmake --preset package -B "$scratch/package") >"$scratch/configured" 2>&1 || { cat "$scratch/configured"; exit 1; }
! grep -i -A 5 'warning' "$scratch/configured" || fail "CMake warns"
for config in CPackConfig CPackSourceConfig; do
  printf 'include(%s)\nmessage("${CPACK_PACKAGE_CONTACT}")\n' \
    "$scratch/package/$config.cmake" >"$scratch/$config.cmake"
  cmake -P "$scratch/$config.cmake" >"$scratch/$config" 2>&1
  expect "$scratch/$config" 'The Hallmark maintainers'
done
! grep '^build .*hallmark_shared\.dir.*: CXX_COMPILER' "$scratch/package/build.ninja" || fail "the shared library is compiled a second time"

# A CMake that builds eight steps, two seconds each.
cat >"$scratch/tools/cmake" <<'END'
#!/bin/sh
[ "$1" = --build ] || { echo "configured $*"; exit 0; }
for step in 0 1 2 3 4 5 6 7 8; do echo "step $step 8 $((step * 2)).125 Building"; done
echo 'error: no such thing'
exit "$(cat "$(dirname "$0")/exit")"
END
chmod +x "$scratch/tools/cmake"
echo 0 >"$scratch/tools/exit"
PATH=$scratch/tools:$PATH "$tree/.ci/build" "$scratch/log" any >"$scratch/said"
expect "$scratch/said" 'building: 0 of 8' 'building: 1 of 8' 'building: 2 of 8, less than half a minute left' \
  'building: 3 of 8, less than half a minute left' 'building: 4 of 8, less than half a minute left' \
  'building: 5 of 8, less than half a minute left' 'building: 6 of 8, less than half a minute left' \
  'building: 7 of 8, less than half a minute left' 'building: 8 of 8'
sed -i 's/step \* 2/step * 20/' "$scratch/tools/cmake"
PATH=$scratch/tools:$PATH "$tree/.ci/build" "$scratch/log" any >"$scratch/said"
expect "$scratch/said" 'building: 0 of 8' 'building: 1 of 8' 'building: 2 of 8, about 2 min left' \
  'building: 3 of 8, about 2 min left' 'building: 4 of 8, about 1.5 min left' \
  'building: 5 of 8, about 1 min left' 'building: 6 of 8, about 1 min left' \
  'building: 7 of 8, less than half a minute left' 'building: 8 of 8'
echo 3 >"$scratch/tools/exit"
! PATH=$scratch/tools:$PATH "$tree/.ci/build" "$scratch/log" any >"$scratch/said" 2>&1 || fail "a failing build passes"
grep -q '^error: no such thing$' "$scratch/said" || fail "what failed is not shown"

cat >"$scratch/tests.xml" <<'END'
	<testcase name="silent" classname="silent" time="0.01" status="notrun">
		<skipped message="SKIP_RETURN_CODE=77"/>
		<system-out>nothing
</system-out>
	</testcase>
	<testcase name="kit_go" classname="kit_go" time="0.01" status="notrun">
		<skipped message="SKIP_RETURN_CODE=77"/>
		<system-out>skipped: go is not installed &amp; missing; .ci/install kits
</system-out>
	</testcase>
	<testcase name="part" classname="part" time="0.01" status="run">
		<system-out>one
  warning: skipped: no /proc
</system-out>
	</testcase>
	<testcase name="passed" classname="passed" time="0.01" status="run">
		<system-out></system-out>
	</testcase>
END
"$tree/.ci/skipped" "$scratch/tests.xml" >"$scratch/skipped"
expect "$scratch/skipped" 'check: skipped: kit_go: go is not installed & missing; .ci/install kits' \
  'check: skipped: part: no /proc' 'check: skipped: silent: it does not say why'
