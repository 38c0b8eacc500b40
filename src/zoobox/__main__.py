"""`python -m zoobox`"""

from zoobox.cli import main

main()
