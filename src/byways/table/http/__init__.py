"""HTTP: visitors, limits for each client, error responses and streams.

Compression. Every event is rendered once and compressed once, as a block of raw deflate that ends with a full flush. Blocks do not refer to
each other, so chat never shares a compression context with a hidden card. Pages that contain seat links are never compressed (BREACH). A
block starts with 0 to 255 uncompressed spaces whose number is a keyed hash of the text, so repeating a request does not average the padding
out of its length.

Cross-site requests and floods. A form is refused if the browser reports that it comes from another site. A request body is limited to 4
KiB. Requests, new tables, connections and streams are limited per client: an IPv4 address or an IPv6 /64, with a wider limit per /48.
Refused requests cost no budget. The proxies named by `--proxy` may report the client's address. Pages have no inline scripts or styles.
"""
