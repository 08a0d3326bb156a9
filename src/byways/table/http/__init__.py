"""Who is asking, how much they may do, and how answers leave.

Compression. Every event is written once and compressed once, as a block of raw deflate that ends with a full flush. A block refers to no
other, so chat never shares a compression context with a hidden card. Pages that contain seat links are never compressed (BREACH). A block
starts with 0 to 255 uncompressed spaces whose number is a keyed hash of the text, so its length tells a rival nothing that repetition
could average out.

Foreign pages and floods. A form is refused if its browser says that it comes from another site. Nobody may send more than 4 KiB.
Requests, new tables, connections and streams of one address are limited; an IPv6 network of 64 bits counts as one address. Behind a proxy
the address is what the proxy says, if `--proxy` names it. Nothing on a page is inline.
"""
