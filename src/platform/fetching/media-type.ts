/** In bytes, also after decompression. */
const MAX_PAGE_BYTES = 10_000_000;
const MAX_FILE_BYTES = 50_000_000;

const PAGE = /^(text\/|application\/(xhtml\+xml|xml|json$|ld\+json))/;
const FILE =
  /^application\/(pdf|x-pdf|octet-stream|binary|vnd\.openxmlformats-officedocument\.wordprocessingml\.document)/;

/** The largest size of a document of this media type; null if it cannot be one that has words. */
export function sizeLimit(mediaType: string): number | null {
  const type = mediaType.trim().toLowerCase();
  if (type === '' || FILE.test(type)) return MAX_FILE_BYTES;
  return PAGE.test(type) ? MAX_PAGE_BYTES : null;
}
