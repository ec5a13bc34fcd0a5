#include "zlib_floors.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define OUTPUT_SIZE 65536

static int64_t inflate_all(const uint8_t *bytes, size_t count, floor_deflater *sink) {
  static uint8_t output[OUTPUT_SIZE];
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (inflateInit2(&stream, 15 + 16) != Z_OK) return -1;
  int64_t total = 0;
  size_t offset = 0;
  while (offset < count) {
    size_t piece = count - offset;
    if (piece > (1 << 30)) piece = 1 << 30;
    stream.next_in = (uint8_t *)bytes + offset;
    stream.avail_in = (uInt)piece;
    stream.next_out = output;
    stream.avail_out = OUTPUT_SIZE;
    int code = inflate(&stream, Z_NO_FLUSH);
    offset += piece - stream.avail_in;
    total += OUTPUT_SIZE - stream.avail_out;
    if (sink) floor_deflater_feed(sink, output, OUTPUT_SIZE - stream.avail_out);
    if (code == Z_STREAM_END) code = inflateReset(&stream);
    if (code != Z_OK && code != Z_BUF_ERROR) {
      total = -1;
      break;
    }
  }
  inflateEnd(&stream);
  return total;
}

struct floor_deflater {
  z_stream stream;
  int64_t total;
  uint8_t output[OUTPUT_SIZE];
};

floor_deflater *floor_deflater_make(void) {
  floor_deflater *deflater = calloc(1, sizeof *deflater);
  if (deflater && deflateInit2(&deflater->stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY)) {
    free(deflater);
    return NULL;
  }
  return deflater;
}

static void run(floor_deflater *deflater, int flush) {
  int code;
  do {
    deflater->stream.next_out = deflater->output;
    deflater->stream.avail_out = OUTPUT_SIZE;
    code = deflate(&deflater->stream, flush);
    deflater->total += OUTPUT_SIZE - deflater->stream.avail_out;
  } while (deflater->stream.avail_out == 0 || (flush == Z_FINISH && code == Z_OK));
}

void floor_deflater_feed(floor_deflater *deflater, const uint8_t *bytes, size_t count) {
  deflater->stream.next_in = (uint8_t *)bytes;
  deflater->stream.avail_in = (uInt)count;
  run(deflater, Z_NO_FLUSH);
}

int64_t floor_deflater_end(floor_deflater *deflater) {
  deflater->stream.avail_in = 0;
  run(deflater, Z_FINISH);
  int64_t total = deflater->total;
  deflateEnd(&deflater->stream);
  free(deflater);
  return total;
}

int64_t floor_inflate(const uint8_t *bytes, size_t count) { return inflate_all(bytes, count, NULL); }

int64_t floor_gzip_size(const uint8_t *bytes, size_t count) {
  floor_deflater *deflater = floor_deflater_make();
  if (!deflater) return -1;
  int64_t total = inflate_all(bytes, count, deflater);
  int64_t size = floor_deflater_end(deflater);
  return total < 0 ? -1 : size;
}
