#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks that the workflows and the action name foreign actions by commit, and that fuzzing starts with a checkout; the
# workflows with actionlint, and every shell script with shellcheck.
#
#   workflows_test.sh TREE
#
# Exit: 0 nothing found, 1 something, 77 neither actionlint nor shellcheck is installed.
set -eu
cd "$1"
status=0
# A tag can be moved to other code. The comment tells which version a commit is.
if grep -nE '^[^#]*uses:' action.yml .github/workflows/*.yml | grep -vE 'uses: \./' | grep -vE '@[0-9a-f]{40} # v[0-9.]+$'; then
  echo "an action is not named by its commit and version"
  status=1
fi
# Without the sources ClusterFuzzLite does not find its project.yaml.
awk 'FNR == 1 || /^    steps:/ { sources = 0 }
  /uses: actions\/checkout@/ { sources = 1 }
  /uses: google\/clusterfuzzlite\// && !sources { print FILENAME ":" FNR ": no checkout before this step"; bad = 1 }
  END { exit bad }' .github/workflows/*.yml || status=1
command -v actionlint >/dev/null || command -v shellcheck >/dev/null || {
  echo "skipped: actionlint and shellcheck are not installed; apt-get install shellcheck, and Go installs actionlint"
  [ "$status" -eq 0 ] || exit 1
  exit 77
}
if command -v actionlint >/dev/null; then
  actionlint .github/workflows/*.yml || status=1
fi
if command -v shellcheck >/dev/null; then
  find . -type d -name 'build*' -prune -o -name .git -prune -o -name .hallmark -prune -o -type f -print | while read -r file; do
    case $(head -n 1 "$file" | tr -d '\0') in '#!/bin/sh'* | '#!/usr/bin/env bash'*) printf '%s\0' "$file" ;; esac
  done | xargs -0 shellcheck --severity=warning || status=1
fi
exit "$status"
