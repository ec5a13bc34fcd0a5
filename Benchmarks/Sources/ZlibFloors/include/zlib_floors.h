#ifndef ZLIB_FLOORS_H
#define ZLIB_FLOORS_H

#include <stddef.h>
#include <stdint.h>

// What zlib does by itself, without any of our code around it.

// Inflates all gzip members in the bytes, one after the other, into a buffer that is used again.
// The number of bytes that came out; -1 where zlib finds an error.
int64_t floor_inflate(const uint8_t *bytes, size_t count);

// A gzip stream at level 6, fed piece by piece; its output is counted and forgotten.
typedef struct floor_deflater floor_deflater;
floor_deflater *floor_deflater_make(void);
void floor_deflater_feed(floor_deflater *deflater, const uint8_t *bytes, size_t count);
// Ends the stream and frees it; the number of bytes that came out.
int64_t floor_deflater_end(floor_deflater *deflater);

// The size of what all gzip members in the bytes hold, compressed as one gzip stream at level 6, which is
// what `gzip -6` makes of it; -1 where zlib finds an error.
int64_t floor_gzip_size(const uint8_t *bytes, size_t count);

#endif
