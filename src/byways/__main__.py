"""`python -m byways` is the command `byways`."""

from byways.cli import main

main()
