"""`python -m byways` is the command `byways`."""

from byways.cli.main import main

main()
