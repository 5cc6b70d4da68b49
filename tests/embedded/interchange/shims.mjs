// What the packages take from Node 22 and Node 20 lacks; imported before them.

import { register } from 'node:module';
import * as zlib from 'node:zlib';

Promise.withResolvers ??= function () {
  let resolve;
  let reject;
  const promise = new this((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
};

if (!('zstdCompress' in zlib)) register('./zlib-hook.mjs', import.meta.url);
