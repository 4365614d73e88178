#!/bin/sh
# Checks the workflows with actionlint, and every shell script with shellcheck.
#
#   workflows_test.sh TREE
#
# Exit: 0 nothing found, 1 something, 77 neither is installed.
set -eu
cd "$1"
command -v actionlint >/dev/null || command -v shellcheck >/dev/null || { echo "skipped: actionlint and shellcheck are not installed"; exit 77; }
status=0
if command -v actionlint >/dev/null; then
  actionlint .github/workflows/*.yml || status=1
fi
if command -v shellcheck >/dev/null; then
  find . -type d -name 'build*' -prune -o -name .git -prune -o -name .hallmark -prune -o -type f -print | while read -r file; do
    case $(head -n 1 "$file" | tr -d '\0') in '#!/bin/sh'* | '#!/usr/bin/env bash'*) printf '%s\0' "$file" ;; esac
  done | xargs -0 shellcheck --severity=warning || status=1
fi
exit "$status"
