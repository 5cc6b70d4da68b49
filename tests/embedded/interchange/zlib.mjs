// node:zlib with the Zstandard names that Node 20 lacks, for logs that are not compressed.

export * from 'node:zlib';

function absent() {
  throw new Error('this Node has no Zstandard');
}

export {
  absent as createZstdDecompress,
  absent as zstdCompress,
  absent as zstdDecompress,
  absent as zstdDecompressSync,
};
