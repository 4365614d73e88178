#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks that .ci/fresh_chroot, which root runs, refuses a folder that somebody else can write to.
#
#   fresh_chroot_test.sh TREE
#
# Exit: 0 refused, 1 not, 77 only root can try.
set -eu
[ "$(id -u)" -eq 0 ] || { echo "skipped: only root can make a chroot"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/foreign" "$folder/open" "$folder/own" "$folder/tools"
chown 65534 "$folder/foreign"
chmod 777 "$folder/open"
ln -s own "$folder/link"
printf '#!/bin/sh\nexit 1\n' >"$folder/tools/debootstrap"  # a folder that is not refused ends here
chmod +x "$folder/tools/debootstrap"
status=0
for name in foreign open link; do
  HALLMARK_CHROOT=$folder/$name PATH=$folder/tools:$PATH "$1/.ci/fresh_chroot" true 2>"$folder/said" || true
  grep -q 'must be a folder of root' "$folder/said" || { echo "not refused: $name"; status=1; }
done
exit "$status"
