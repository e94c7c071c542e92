#!/bin/sh
# Makes figtree-spanish.woff2 from the Figtree of npm: the letters of our Spanish pages and the weights that they use.
# Needs Debian's python3-fonttools and python3-brotli. Run it after a new version of @fontsource-variable/figtree.
set -e
cd "$(dirname "$0")"
source=../../../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2
letters=U+0020-007E,U+00A0,U+00A1,U+00A9,U+00AA,U+00B0,U+00B7,U+00BA,U+00BF,U+00C1,U+00C9,U+00CD,U+00D1,U+00D3,U+00D7,U+00DA,U+00DC,U+00E1,U+00E9,U+00ED,U+00F1,U+00F3,U+00FA,U+00FC,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2022,U+2026,U+2212
features=kern,liga,tnum,ccmp,locl,mark
work=$(mktemp -d)
/usr/bin/python3 -m fontTools.subset "$source" --unicodes=$letters --layout-features=$features --output-file="$work/letters.ttf"
/usr/bin/python3 -m fontTools.varLib.instancer -q "$work/letters.ttf" wght=400:700 -o "$work/weights.ttf"
/usr/bin/python3 -m fontTools.subset "$work/weights.ttf" --unicodes=$letters --layout-features=$features --no-hinting --flavor=woff2 --output-file=figtree-spanish.woff2
rm -r "$work"
